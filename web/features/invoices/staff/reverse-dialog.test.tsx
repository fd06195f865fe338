import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { AdminInvoice } from '#contract/invoices/admin-invoices.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { canReverse, ReverseDialog } from './reverse-dialog.tsx'

type Payment = AdminInvoice['payments'][number]

const PAYMENT = { attempt: 2, method: 'recorded', status: 'succeeded', amount: 5_000 } as Payment
const INVOICE = {
  id: 'one',
  status: 'paid',
  currency: 'gbp',
  client_id: 1,
  provider_ref: null,
  cannot_record: null,
  amount_paid: 12_000,
  amount_refunded: 0,
} as AdminInvoice

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

it('reverses a payment once it knows what the mistake was', async () => {
  const sent: { path: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit = {}) => {
    if (method === 'POST') sent.push({ path, body: JSON.parse(String(body)) })
    return Response.json({ client: { people: [{}], billing_email: null }, invoice: INVOICE })
  })
  const onClose = vi.fn()
  renderRouted(() => <ReverseDialog invoice={INVOICE} payment={PAYMENT} onClose={onClose} />)
  const question = await screen.findByRole('dialog', { name: 'Recorded by mistake?' })
  expect(question.textContent).toContain('£50.00 will be due again')
  const person = userEvent.setup()
  await person.click(screen.getByRole('button', { name: 'Reverse payment' }))
  screen.getByText(/Say what the mistake was/)
  expect(sent).toEqual([])
  await person.type(screen.getByRole('textbox'), 'Another client’s transfer')
  await person.click(screen.getByRole('button', { name: 'Reverse payment' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent).toEqual([
    {
      path: '/api/admin/invoices/one/payments/2/reversal',
      body: { reason: 'Another client’s transfer' },
    },
  ])
})

it.each<[string, Partial<AdminInvoice>, Partial<Payment>, boolean]>([
  ['one that staff recorded', {}, {}, true],
  ['one through a checkout', {}, { method: 'checkout' }, false],
  ['one reversed already', {}, { status: 'cancelled' }, false],
  ['one that was sent back', { amount_refunded: 12_000 }, {}, false],
  ['one at Stripe', { provider_ref: 'in_1' }, {}, false],
  ['one of a client whose payments are frozen', { cannot_record: 'Ask an administrator.' }, {}, false],
])('can reverse, of all payments: %s', (_, invoice, payment, can) => {
  expect(canReverse({ ...INVOICE, ...invoice }, { ...PAYMENT, ...payment })).toBe(can)
})

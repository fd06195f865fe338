import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { AdminInvoice } from '#contract/invoices/admin-invoices.ts'
import { londonDate } from '#domain/plain-date.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { EntryDialog, type EntryKind } from './entry-dialog.tsx'

const INVOICE = {
  id: 'one',
  number: 'VC-2025-0001',
  status: 'open',
  currency: 'gbp',
  client_id: 1,
  provider_ref: null,
  issued_at: new Date().toISOString(),
  total: 12_000,
  amount_due: 7_000,
  amount_paid: 5_000,
  amount_credited: 0,
  amount_refunded: 0,
} as AdminInvoice

type Sent = { path: string; body: Record<string, unknown> }

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** Renders the dialog with a server that answers each change with the next of these; requests are in `sent`. */
async function show(kind: EntryKind, ...answers: (() => Response | Promise<Response>)[]) {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit = {}) => {
    if (method !== 'POST')
      return Response.json({ client: { people: [{}], billing_email: null }, invoice: INVOICE })
    sent.push({ path, body: JSON.parse(String(body)) })
    return (answers.shift() ?? (() => Response.json({ invoice: INVOICE })))()
  })
  const onClose = vi.fn()
  renderRouted(() => <EntryDialog invoice={INVOICE} kind={kind} onClose={onClose} />)
  await screen.findByRole('dialog')
  return { person: userEvent.setup(), sent, onClose }
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const button = (name: string) => screen.getByRole('button', { name })
const errorOf = (name: string) =>
  (field(name).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')

it('records a part payment once, however often its button is clicked, and first says what is still due', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const { person, sent, onClose } = await show('payment', () => promise)
  expect(field('Amount in GBP').value).toBe('70.00')
  await person.clear(field('Amount in GBP'))
  await person.type(field('Amount in GBP'), '20')
  await screen.findByText('£50.00 will still be due.')
  await person.type(field('How it was paid'), 'BACS 20 March')
  await person.dblClick(button('Record payment'))
  resolve(Response.json({ invoice: INVOICE }))
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(sent).toEqual([
    {
      path: '/api/admin/invoices/one/payments',
      body: {
        amount: 2_000,
        note: 'BACS 20 March',
        // Today, unless another day is entered.
        received_on: londonDate(new Date()),
        request_key: expect.stringMatching(/^[\da-f-]{36}$/),
      },
    },
  ])
})

it('takes the day that a payment came, which is none of the future nor years before the invoice', async () => {
  const { person, sent } = await show('payment')
  await person.type(field('How it was paid'), 'BACS 20 March')
  const year = field('Year')
  const typed = year.value
  await person.clear(year)
  await person.type(year, String(Number(typed) + 1))
  await person.click(button('Record payment'))
  screen.getByText('Enter a day that isn’t in the future')
  expect(document.activeElement).toBe(field('Day'))
  await person.clear(year)
  await person.type(year, String(Number(typed) - 100))
  await person.click(button('Record payment'))
  screen.getByText(/Check the year: the invoice was issued more than 12 months after/)
  expect(sent).toEqual([])
  await person.clear(year)
  await person.type(year, String(Number(typed) - 1))
  await person.click(button('Record payment'))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(String(sent[0]?.body.received_on).slice(0, 4)).toBe(String(Number(typed) - 1))
})

it('says at each field what is wrong with it, and sends nothing', async () => {
  const { person, sent } = await show('refund')
  await person.type(field('Amount in GBP'), '50.01')
  await person.click(button('Record refund'))
  expect(errorOf('Amount in GBP')).toMatch(/Error: Only £50\.00 .*Enter that or less/)
  expect(errorOf('How it went back')).toMatch(/Error: Say how it went back/)
  expect(document.activeElement).toBe(field('Amount in GBP'))
  expect(sent).toEqual([])
})

it('for a credit note asks how the money is refunded if it exceeds what is due', async () => {
  const { person, sent } = await show('credit')
  await person.type(field('Amount in GBP'), '70')
  await screen.findByText('Nothing more will be due.')
  expect(screen.queryByRole('textbox', { name: 'How the money goes back' })).toBeNull()
  await person.clear(field('Amount in GBP'))
  await person.type(field('Amount in GBP'), '100')
  await screen.findByText('£30.00 of it has been paid and goes back to the client.')
  await person.type(field('Reason'), 'Fewer credits')
  await person.click(button('Issue credit note'))
  expect(errorOf('How the money goes back')).toMatch(/Error: Say how it goes back/)
  await person.type(field('How the money goes back'), 'BACS 22 March')
  await person.click(button('Issue credit note'))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    path: '/api/admin/invoices/one/credit-notes',
    body: { amount: 10_000, reason: 'Fewer credits', refund_note: 'BACS 22 March' },
  })
})

it('shows the server’s refusal at its field, keeps what was typed, and sends it under the same key', async () => {
  const refusal = () =>
    Response.json(
      {
        error: 'VALIDATION_ERROR',
        message: 'Only £10.00 is due.',
        fields: { amount: 'Only £10.00 is due.' },
        requestId: 'r',
      },
      { status: 400 },
    )
  const { person, sent, onClose } = await show('payment', refusal)
  await person.type(field('How it was paid'), 'BACS 20 March')
  await person.click(button('Record payment'))
  await waitFor(() => expect(errorOf('Amount in GBP')).toMatch(/Error: Only £10\.00 is due/))
  expect(field('How it was paid').value).toBe('BACS 20 March')
  expect(onClose).not.toHaveBeenCalled()
  await person.click(button('Record payment'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent.map(({ body }) => body.request_key)).toEqual([
    sent[0]?.body.request_key,
    sent[0]?.body.request_key,
  ])
})

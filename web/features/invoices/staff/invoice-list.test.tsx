import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { AdminInvoiceRow } from '#contract/invoices/admin-invoices.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { InvoiceList } from './invoice-list.tsx'

const invoice = (number: string, changes: Partial<AdminInvoiceRow> = {}): AdminInvoiceRow => ({
  id: `id-of-${number}`,
  number,
  status: 'open',
  amount_due: 12_000,
  currency: 'gbp',
  created: 1_763_114_400,
  due_date: 1_764_374_399,
  due_on: '2025-11-28',
  project_name: null,
  hosted_invoice_url: null,
  pdf_url: null,
  client_id: 1,
  client_name: 'Fernhill Partners',
  total: 12_000,
  overdue: false,
  ...changes,
})

/** Renders the list with these answers in turn; a number is a refusal's status. */
async function show(...answers: (object | number)[]) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    const answer = answers.shift() ?? 500
    if (typeof answer === 'object') return Response.json(answer)
    return Response.json({ error: 'NOT_FOUND', message: 'Not now.', requestId: 'r' }, { status: answer })
  })
  renderRouted(() => <InvoiceList filters={{ client: 1 }} />)
  return { person: userEvent.setup(), asked }
}

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

it('can be retried if it could not be loaded', async () => {
  const { person } = await show(404, { invoices: [invoice('VC-2025-0001')], nextCursor: null })
  await screen.findByText('Error loading invoices')
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByRole('link', { name: 'VC-2025-0001' })
  await screen.findByText('Showing 1 invoice')
})

it('keeps what it shows if a further page fails, and gets that page on retry', async () => {
  const { person, asked } = await show(
    { invoices: [invoice('VC-2025-0002', { overdue: true })], nextCursor: 'next' },
    404,
    { invoices: [invoice('VC-2025-0001')], nextCursor: null },
  )
  await screen.findByText('Overdue')
  await screen.findByText('Showing 1 invoice, and there are more')
  await person.click(screen.getByRole('button', { name: 'Load more' }))
  await screen.findByText('Showing 1 invoice, and there are more. Not now.')
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByText('Showing 2 invoices')
  expect(asked.map((url) => new URL(url, 'http://localhost').searchParams.get('cursor'))).toEqual([
    null,
    'next',
    'next',
  ])
})

it('marks a draft as one, and says when it will be due', async () => {
  const draft = invoice('', { id: 'abcdefgh-1234', number: null, status: 'draft', due_date: null })
  await show({ invoices: [draft], nextCursor: null })
  await screen.findByRole('link', { name: 'Draft abcdefgh' })
  await screen.findByText('Nov 28, 2025')
})

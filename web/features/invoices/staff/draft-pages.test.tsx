import '#web/ui/jsdom-gaps.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { invalidate, queryClient } from '#web/lib/query-client.ts'
import { renderRouted, signInStaff } from '#web/lib/testing.ts'
import { EditDraftPage, NewDraftPage } from './draft-pages.tsx'

const ID = '0d5f6a52-3b0f-4a53-9f43-0a8f3c1d2e11'
const draftOf = (version: number, description: string) => ({
  ...{ id: ID, version, status: 'draft', client_id: 5, project_id: null, currency: 'gbp', memo: null },
  ...{ due_on: null, tax_point: null, vat_gbp: null },
  lines: [{ description, quantity: 1, unit_amount: 10_000, tax_rate: 2000 }],
})

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

it('what is typed in a draft stays if someone else changes it, until theirs is requested', async () => {
  let draft = draftOf(1, 'As it was')
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (init?.method === 'PUT')
      return Response.json({ error: 'STALE_VERSION', message: 'Changed', requestId: 'r' }, { status: 409 })
    return url.startsWith(`/api/admin/invoices/${ID}`)
      ? Response.json({ invoice: draft })
      : new Response('{}', { status: 404 })
  })
  signInStaff('finance')
  renderRouted(
    { '/admin/invoices/$id/edit': EditDraftPage, '/admin/invoices/$id': () => null },
    { at: `/admin/invoices/${ID}/edit`, shell: 'admin-shell' },
  )
  const description = () => screen.getByLabelText<HTMLInputElement>('Description')
  await screen.findByLabelText('Description')
  await userEvent.clear(description())
  await userEvent.type(description(), 'Mine')
  draft = draftOf(2, 'Theirs')
  // As when an open page is notified.
  await invalidate('GET /api/admin/invoices/:id')
  expect(description().value).toBe('Mine')
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard my changes and load theirs' }))
  await waitFor(() => expect(description().value).toBe('Theirs'))
})

it('someone who writes an invoice to a client who can be issued none is told so before they type', async () => {
  const reason = 'No invoice can be issued to this client right now. Ask an administrator.'
  const client = (id: number, cannot_invoice: string | null) => ({
    id,
    name: `Client ${id}`,
    projects: [],
    cannot_invoice,
  })
  const clients = [client(5, reason), client(6, null)]
  vi.stubGlobal('fetch', async (url: string) => {
    const chosen = clients.find(({ id }) => url === `/api/admin/clients/${id}`)
    return Response.json(chosen ? { client: chosen } : { clients, nextCursor: null })
  })
  signInStaff('finance')
  renderRouted(
    { '/admin/invoices/new': NewDraftPage },
    { at: '/admin/invoices/new?client=5', shell: 'admin-shell' },
  )
  expect(await screen.findByText(reason)).toBeTruthy()
  const picker = screen.getByRole('combobox', { name: 'Client' })
  await userEvent.clear(picker)
  await userEvent.type(picker, 'Client 6')
  await waitFor(() => expect(screen.queryByText(reason)).toBeNull())
})

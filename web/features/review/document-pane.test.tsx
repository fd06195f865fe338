import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { reviewCase, reviewItem, storedDocument } from '#web/shared/directory/testing.ts'
import { currentToasts } from '#web/ui/toast.ts'
import { DocumentPane } from './document-pane.tsx'

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ success: true }))
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
URL.createObjectURL = () => 'blob:page'
URL.revokeObjectURL = () => {}

function show(given: ReviewCase) {
  renderRouted(
    { '/admin/users/$id': () => <DocumentPane userId={7} reviewCase={given} /> },
    { at: '/admin/users/7', shell: 'admin-shell' },
  )
}

it('keeps the focus on the tabs from one document to the next, and starts each at its own size', async () => {
  const file = (id: string) => ({
    document: { ...storedDocument(), id, documentUrl: `/api/documents/${id}` },
  })
  const given = reviewCase([
    reviewItem('id-front', 'ID front', file('front')),
    reviewItem('selfie', 'Selfie', file('selfie')),
    reviewItem('proof-of-address', 'Proof of address', { document: null }),
  ])
  show(given)
  const person = userEvent.setup()
  await person.click(await screen.findByRole('button', { name: 'Zoom in' }))
  await screen.findByText('125%')
  act(() => screen.getByRole('tab', { name: 'ID front' }).focus())
  await person.keyboard('{End}')
  await waitFor(() =>
    expect(screen.getByRole('tab', { name: /Proof of address/ }).getAttribute('aria-selected')).toBe('true'),
  )
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: /Proof of address/ }))
  await person.keyboard('{ArrowLeft}')
  await screen.findByText('100%')
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Selfie' }))
})

it.each([
  [
    409,
    { error: 'INVALID_STATE', message: 'Claim this case, or say why you’re opening its documents.' },
    'Claim this case, or say why you’re opening its documents.',
  ],
  [502, '<html>', 'We can’t give you this file.'],
  [0, null, 'We can’t reach the server. Try again when you’re back online.'],
])('says why the original is not available: %i', async (status, body, words) => {
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.includes('download')) return Response.json({ success: true })
    if (!body) throw new TypeError('no line')
    return typeof body === 'string' ? new Response(body, { status }) : Response.json(body, { status })
  })
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await show(reviewCase([reviewItem('id-front', 'ID front', { document: storedDocument() })]))
  await userEvent.click(await screen.findByRole('link', { name: 'Download the original' }))
  await waitFor(() =>
    expect(currentToasts()).toMatchObject([
      {
        kind: 'error',
        title: 'Nothing was downloaded',
        description: words,
      },
    ]),
  )
  expect(saved).not.toHaveBeenCalled()
})

it.each([
  ['attachment; filename="bill.pdf"', 'bill.pdf'],
  [`attachment; filename="r_sum_.pdf"; filename*=UTF-8''r%C3%A9sum%C3%A9%27s.pdf`, "résumé's.pdf"],
])('saves the original under its own name: %s', async (disposition, name) => {
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('download')
      ? new Response('%PDF', { headers: { 'content-disposition': disposition } })
      : Response.json({ success: true }),
  )
  const saved: [string, string][] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push([this.href, this.download])
  })
  await show(reviewCase([reviewItem('id-front', 'ID front', { document: storedDocument() })]))
  await userEvent.click(await screen.findByRole('link', { name: 'Download the original' }))
  await waitFor(() => expect(saved).toEqual([['blob:page', name]]))
})

it('R11 offers the sign-in that a document waits for, and downloads nothing without it', async () => {
  const refused = { error: 'REAUTH_REQUIRED', message: 'Sign in again to confirm that it is you.' }
  const old = { isAuthenticated: true, user: { id: 1, needs_step_up: true } }
  vi.stubGlobal('fetch', async (url: string) =>
    url.startsWith('/api/documents/')
      ? Response.json(refused, { status: 403 })
      : Response.json(url === '/api/auth/user' ? old : { success: true }),
  )
  const started = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await show(reviewCase([reviewItem('id-front', 'ID front', { document: storedDocument() })]))
  expect(await screen.findByRole('link', { name: 'Sign in again' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Download the original' }))
  await waitFor(() => expect(currentToasts()).toMatchObject([{ title: 'Confirm it’s you first' }]))
  expect(started).not.toHaveBeenCalled()
})

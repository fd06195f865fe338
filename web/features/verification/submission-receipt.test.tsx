import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { CaseKind } from '#contract/verification/cases.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { fakeStanding } from '#web/shared/verification/fake-standing.ts'
import { type OwnCase, ownCaseQuery } from '#web/shared/verification/own-case.ts'
import { SubmissionReceipt } from './submission-receipt.tsx'

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** Opens a person's receipt, with a home page that shows this application or their company's. */
function open(kind: CaseKind, round = 1, removal: OwnCase['removal'] = null) {
  const lines = [
    { key: 'name', label: 'Name', given: 'Ada Fern' },
    { key: 'settlement', label: 'Settlement', given: null },
    { key: 'selfie', label: 'Selfie', given: 'Added' },
  ].map((line) => ({
    ...line,
    state: 'with_us',
    badge: { label: 'With us', family: 'blue', icon: 'clock' },
  }))
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === '/api/home')
      return Response.json({
        firstName: 'Ada',
        leaf: { kind, reference: 'VC-7', lines, summary: '3 items with us' },
      })
    if (url === '/api/onboarding/consumer/case')
      return Response.json({ case: { state: 'submitted', submittedAt: '2026-11-20T10:00:00Z', removal } })
    return new Response('{}', { status: 404 })
  })
  const own = { ...fakeStanding('submitted').consumer, isSentAgain: round > 1 }
  renderRouted(
    { '/success': () => <SubmissionReceipt own={own} title="Onboarding completed" /> },
    { at: '/success', shell: 'app' },
  )
}

it('names who submitted it, its reference, when it was submitted and what it contains, without what was left blank', async () => {
  open('consumer')
  await screen.findByRole('heading', { level: 1, name: 'We have everything, Ada' })
  const receipt = screen.getByRole('region', { name: 'Your receipt' })
  await waitFor(() =>
    expect(receipt.textContent).toMatch(/Application IDVC-7Sent.+2026.+What you sentName, Selfie$/),
  )
})

it('says what was sent again in a later round, who looks at it and by when, and nothing about a first one', async () => {
  open('consumer', 2)
  await screen.findByRole('heading', { level: 1, name: 'We have what you sent again, Ada' })
  const receipt = screen.getByRole('region', { name: 'Your receipt' })
  await waitFor(() => expect(receipt.textContent).toContain('Sent againName, Settlement, Selfie'))
  expect(receipt.textContent).not.toContain('What you sent')
  expect(screen.getByText('A person on our team looks at what you sent again')).toBeTruthy()
  expect(screen.getByText(/You’ll hear from us by/).textContent).toContain('Nov 22, 2026')
})

it('says who was removed and whom we look at again, and not that they were sent again', async () => {
  open('consumer', 2, {
    removed: ['Dan Shaw'],
    decidedAgain: [{ item: 'name', name: 'Ada Fern' }],
    text: 'You removed Dan Shaw. We’re looking at Ada Fern again.',
  })
  await screen.findByRole('heading', { level: 1, name: 'We have your changes, Ada' })
  const receipt = screen.getByRole('region', { name: 'Your receipt' })
  await waitFor(() =>
    expect(receipt.textContent).toMatch(
      /You removedDan ShawWe look at againAda FernSent againSettlement, Selfie$/,
    ),
  )
  expect(screen.getByText('A person on our team looks at your changes')).toBeTruthy()
})

it('says nothing about the previous round while it asks when this one was submitted', async () => {
  queryClient.setQueryData(
    ownCaseQuery('consumer').queryKey,
    { case: { state: 'submitted', submittedAt: '2025-03-02T10:00:00Z' } } as never,
    { updatedAt: Date.now() - 60_000 },
  )
  open('consumer')
  const receipt = await screen.findByRole('region', { name: 'Your receipt' })
  expect(receipt.textContent).not.toContain('2025')
  await waitFor(() => expect(receipt.textContent).toMatch(/Sent.+2026/))
})

it('leaves out what the home page says about another application, and does not wait for it', async () => {
  open('business')
  await screen.findByRole('heading', { level: 1, name: 'We have everything' })
  const receipt = screen.getByRole('region', { name: 'Your receipt' })
  await waitFor(() => expect(receipt.textContent).toMatch(/^Sent.+2026[^A-Z]*\d\d:\d\d GMT$/))
  expect(screen.queryByText('What you sent')).toBeNull()
})

import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CaseKind } from '#contract/verification/cases.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { signInStaff } from '#web/lib/testing.ts'
import { reviewCaseQuery, userQuery } from '#web/shared/directory/queries.ts'
import { fakeServer, reviewCase, reviewItem } from '#web/shared/directory/testing.ts'
import { StatusControl, statusOf } from './status-control.tsx'

beforeEach(() => signInStaff('admin'))
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** A control for the user as the page has loaded them. */
function Shown({ kind = 'consumer', onReview = () => {} }: { kind?: CaseKind; onReview?: () => void }) {
  const { data } = useQuery(userQuery(5))
  const status = data && statusOf(data.data, kind)
  return status ? <StatusControl userId={5} kind={kind} status={status} onReview={onReview} /> : null
}

it('counts a status as set if the answer was lost, but the user turns out to have it', async () => {
  let sent = 0
  const user = () => ({ data: { id: 5, kyc_profile: { kyc_status: sent > 0 ? 'rejected' : 'submitted' } } })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (init.method === 'PUT') {
      sent += 1
      throw new TypeError('Failed to fetch')
    }
    return Response.json(url.includes('/kyc-case') ? { case: reviewCase([]) } : user())
  })
  queryClient.setQueryData(reviewCaseQuery(5, 'consumer').queryKey, { case: reviewCase([]) })
  await queryClient.fetchQuery(userQuery(5))
  render(
    <QueryClientProvider client={queryClient}>
      <Shown />
    </QueryClientProvider>,
  )
  const person = userEvent.setup()
  await person.selectOptions(screen.getByRole('combobox', { name: 'KYC status' }), 'rejected')
  const dialog = within(screen.getByRole('dialog'))
  await person.selectOptions(dialog.getByRole('combobox', { name: 'Reason' }), 'POLICY')
  await person.click(dialog.getByRole('button', { name: 'Set to Rejected' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('rejected')
  expect(sent).toBe(1)
})

it('sets a company’s status, on the version that was read', async () => {
  const user = {
    id: 5,
    kyc_profile: { kyc_status: 'approved' },
    business_profile: { cdd_status: 'submitted' },
  }
  const calls = fakeServer({
    'GET /api/admin/users/5': { body: { data: user } },
    'GET /api/admin/users/5/kyc-case': { body: { case: reviewCase([], { kind: 'business', version: 6 }) } },
    'PUT /api/admin/users/5/cdd-status': { body: { success: true, cdd_status: 'approved', version: 7 } },
  })
  await queryClient.fetchQuery(userQuery(5))
  await queryClient.fetchQuery(reviewCaseQuery(5, 'business'))
  render(
    <QueryClientProvider client={queryClient}>
      <Shown kind="business" />
    </QueryClientProvider>,
  )
  const person = userEvent.setup()
  const control = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Business status' })
  expect(control.value).toBe('submitted')
  await person.selectOptions(control, 'approved')
  const dialog = within(screen.getByRole('dialog', { name: 'Set the Business status to Approved?' }))
  await person.click(dialog.getByRole('button', { name: 'Set to Approved' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.find(({ key }) => key.startsWith('PUT'))?.body).toEqual({ cdd_status: 'approved', version: 6 })
})

it('leads "Approved" to the decision while an item is unreviewed, and asks once all are reviewed', async () => {
  const user = { id: 5, kyc_profile: { kyc_status: 'submitted' } }
  const reviewed = reviewItem('name', 'Name', { decision: 'accepted', acceptedBy: 'Grace Hopper' })
  const calls = fakeServer({
    'GET /api/admin/users/5': { body: { data: user } },
    'GET /api/admin/users/5/kyc-case': {
      body: { case: reviewCase([reviewed, reviewItem('selfie', 'Selfie')]) },
    },
  })
  await queryClient.fetchQuery(userQuery(5))
  await queryClient.fetchQuery(reviewCaseQuery(5, 'consumer'))
  const onReview = vi.fn()
  render(
    <QueryClientProvider client={queryClient}>
      <Shown onReview={onReview} />
    </QueryClientProvider>,
  )
  const person = userEvent.setup()
  const control = screen.getByRole<HTMLSelectElement>('combobox', { name: 'KYC status' })
  await person.selectOptions(control, 'approved')
  expect(onReview).toHaveBeenCalledExactlyOnceWith({ line: undefined })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(calls.some(({ key }) => key.startsWith('PUT'))).toBe(false)
  queryClient.setQueryData(reviewCaseQuery(5, 'consumer').queryKey, { case: reviewCase([reviewed]) })
  await person.selectOptions(control, 'approved')
  expect(screen.getByRole('dialog', { name: 'Set the KYC status to Approved?' })).toBeTruthy()
  expect(onReview).toHaveBeenCalledTimes(1)
})

it('leads "Approved" to the match that an approval waits for', async () => {
  const match = { kind: 'open_match', text: 'A match waits for a decision.', line: 'screening' } as const
  const given = reviewCase([reviewItem('name', 'Name')], { statusObstacles: [match] })
  fakeServer({
    'GET /api/admin/users/5': { body: { data: { id: 5, kyc_profile: { kyc_status: 'submitted' } } } },
    'GET /api/admin/users/5/kyc-case': { body: { case: given } },
  })
  await queryClient.fetchQuery(userQuery(5))
  await queryClient.fetchQuery(reviewCaseQuery(5, 'consumer'))
  const onReview = vi.fn()
  render(
    <QueryClientProvider client={queryClient}>
      <Shown onReview={onReview} />
    </QueryClientProvider>,
  )
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'KYC status' }), 'approved')
  expect(onReview).toHaveBeenCalledExactlyOnceWith({ line: 'screening' })
})

it('counts the documents that the reader has read, not those that a colleague accepted', async () => {
  signInStaff('super_admin')
  const user = { id: 5, kyc_profile: { kyc_status: 'rejected' } }
  const accepted = { decision: 'accepted', acceptedBy: 'Grace Hopper' } as const
  const items = [
    reviewItem('id-front', 'ID front', { ...accepted, isRead: true }),
    reviewItem('selfie', 'Selfie', accepted),
    reviewItem('proof-of-address', 'Proof of Address'),
    reviewItem('name', 'Name'),
  ]
  fakeServer({
    'GET /api/admin/users/5': { body: { data: user } },
    'GET /api/admin/users/5/kyc-case': { body: { case: reviewCase(items, { state: 'rejected' }) } },
  })
  await queryClient.fetchQuery(userQuery(5))
  await queryClient.fetchQuery(reviewCaseQuery(5, 'consumer'))
  render(
    <QueryClientProvider client={queryClient}>
      <Shown />
    </QueryClientProvider>,
  )
  const person = userEvent.setup()
  await person.selectOptions(screen.getByRole('combobox', { name: 'KYC status' }), 'approved')
  expect(screen.getByText(/^You have opened 1 of 3 documents at reading size\./)).toBeTruthy()
})

it('leads a super admin to the override on the desk, which knows the marks that are not saved', async () => {
  signInStaff('super_admin')
  const expired = { kind: 'waivable', text: 'ID front has expired.', line: 'id-front' } as const
  const given = reviewCase([reviewItem('name', 'Name')], { statusObstacles: [expired] })
  fakeServer({
    'GET /api/admin/users/5': { body: { data: { id: 5, kyc_profile: { kyc_status: 'submitted' } } } },
    'GET /api/admin/users/5/kyc-case': { body: { case: given } },
  })
  await queryClient.fetchQuery(userQuery(5))
  await queryClient.fetchQuery(reviewCaseQuery(5, 'consumer'))
  const onReview = vi.fn()
  render(
    <QueryClientProvider client={queryClient}>
      <Shown onReview={onReview} />
    </QueryClientProvider>,
  )
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'KYC status' }), 'approved')
  expect(onReview).toHaveBeenCalledExactlyOnceWith({ ask: 'override' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '#web/lib/query-client.ts'
import { reviewCaseQuery, userQuery } from './queries.ts'
import { StatusControl } from './status-control.tsx'
import { reviewCase } from './testing.ts'

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** The control of the user as the page knows them. */
function Shown() {
  const { data } = useQuery(userQuery(5))
  return <StatusControl userId={5} status={data?.data.kyc_profile?.kyc_status ?? 'pending'} />
}

it('takes a status for set whose answer was lost, when the user turns out to have it', async () => {
  let sent = 0
  const user = () => ({ data: { id: 5, kyc_profile: { kyc_status: sent > 0 ? 'rejected' : 'submitted' } } })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (init.method === 'PUT') {
      sent += 1
      throw new TypeError('Failed to fetch')
    }
    return Response.json(url.endsWith('/kyc-case') ? { case: reviewCase([]) } : user())
  })
  queryClient.setQueryData(reviewCaseQuery(5).queryKey, { case: reviewCase([]) })
  await queryClient.fetchQuery(userQuery(5))
  render(
    <QueryClientProvider client={queryClient}>
      <Shown />
    </QueryClientProvider>,
  )
  const person = userEvent.setup()
  await person.selectOptions(screen.getByRole('combobox', { name: 'KYC status' }), 'rejected')
  const dialog = within(screen.getByRole('dialog'))
  await person.click(dialog.getByRole('button', { name: 'Set to Rejected' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('rejected')
  expect(sent).toBe(1)
})

import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AdminUserRow } from '#contract/directory/admin-users.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { routed } from '#web/lib/testing.ts'
import type { UserListFilters } from '#web/shared/directory/queries.ts'
import { UserTable } from './users-tab.tsx'

const user = (changes: Partial<AdminUserRow> = {}): AdminUserRow => ({
  id: 7,
  name: 'Ana Mendes',
  email: 'ana@people.example',
  email_confirmed: true,
  user_type: 'trade',
  pending_user_type: null,
  is_verified: true,
  kyc_status: 'approved',
  cdd_status: null,
  individual_state: 'approved',
  business_state: null,
  individual_approval: null,
  individual_lines: [],
  business_lines: [],
  business_approval: null,
  is_erased: false,
  is_suspended: false,
  legal_name: null,
  created_at: '2025-11-14T10:00:00Z',
  ...changes,
})
const found = (...data: AdminUserRow[]) =>
  Response.json({
    success: true,
    count: data.length,
    countIsCapped: false,
    isNear: false,
    data,
    nextCursor: null,
  })
const refused = (message: string) => Response.json({ error: 'VALIDATION_ERROR', message }, { status: 400 })

let asked: string[]
beforeEach(() => {
  asked = []
})
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** Renders the table with these answers in turn. */
function show(filters: UserListFilters, ...answers: Response[]) {
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return answers.shift()
  })
  const onChange = vi.fn()
  render(
    <QueryClientProvider client={queryClient}>
      {routed(() => (
        <UserTable filters={filters} onChange={onChange} />
      ))}
    </QueryClientProvider>,
  )
  return { person: userEvent.setup(), onChange }
}

it('shows each user in the columns of the specification, with a link that opens in a new tab', async () => {
  show({}, found(user(), user({ id: 8, name: null, user_type: null, is_verified: false })))
  const heads = await screen.findAllByRole('columnheader')
  expect(heads.map(({ textContent }) => textContent?.trim())).toEqual([
    ...['ID', 'Name', 'Email', 'User Type', 'Verified', 'Individual', 'Business', 'Created', 'Action'],
  ])
  const link = await screen.findByRole('link', { name: /^View Details.*Ana Mendes/ })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/admin/users/7', '_blank'])
  expect(screen.getByText('Yes')).toBeVisible()
  expect(screen.getByText('No')).toBeVisible()
  expect(screen.getByText('Not set')).toBeVisible()
  expect(screen.getByText('Nov 14, 2025', { selector: 'tr:first-child *' })).toBeVisible()
  expect(screen.getByText('Showing 2 users')).toBeVisible()
})

it('marks an address until its person has proven it', async () => {
  show({}, found(user(), user({ id: 8, email: 'other@people.example', email_confirmed: false })))
  expect(await screen.findAllByRole('cell', { name: 'ana@people.example' })).toHaveLength(1)
  expect(screen.getByRole('cell', { name: 'other@people.example unconfirmed' })).toBeVisible()
})

it('shows a case as its lines if its reader may see them', async () => {
  show({}, found(user({ individual_lines: ['checked', 'with_us'] })))
  expect(await screen.findByRole('img', { name: '1 item with us, 1 checked' })).toBeVisible()
})

it('says if no one matches, and only sends what is filled in', async () => {
  show({ email: 'nobody@', name: '' }, found())
  expect(await screen.findByText('No users found matching the criteria')).toBeVisible()
  expect(asked).toEqual(['/api/admin/users?email=nobody%40'])
})

it('says why it could not be loaded, can be retried, and clears the filters but not the order', async () => {
  const filters = { email: 'ana', name: 'Mendes', sort: 'name', order: 'desc' } as const
  const { person, onChange } = show(filters, refused('Not now.'), refused(''), found(user()))
  expect(await screen.findByText('Error Loading Users')).toBeVisible()
  expect(screen.getByText('Not now.')).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('Failed to fetch users')).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Clear Filters & Retry' }))
  expect(onChange).toHaveBeenCalledExactlyOnceWith({
    email: undefined,
    name: undefined,
    sort: 'name',
    order: 'desc',
  })
})

it('without filters to clear is simply requested again', async () => {
  const { person, onChange } = show({}, refused('Not now.'), found(user()))
  await person.click(await screen.findByRole('button', { name: 'Clear Filters & Retry' }))
  expect(await screen.findByText('Showing 1 user')).toBeVisible()
  expect(onChange).not.toHaveBeenCalled()
})

import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ApiError } from '#web/lib/api-error.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { UserNotLoaded } from './user-not-loaded.tsx'

const show = (error: Error | null, isEnabled = true) =>
  renderRouted(() => (
    <UserNotLoaded
      query={{ error, isEnabled, isFetching: false, refetch: vi.fn() }}
      title="Error Loading User"
      message="Please try again."
    />
  ))

it.each([
  ['no one has this number', new ApiError(404, 'Not found'), true],
  ['the address is of no one', null, false],
] as const)('if %s, says so and links to the list', async (_, error, isEnabled) => {
  show(error, isEnabled)
  expect(await screen.findByText('There is no such user')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Find a user' })).toHaveAttribute('href', '/admin/dashboard')
  expect(screen.queryByRole('button')).toBeNull()
})

it('offers to retry if that may help', async () => {
  show(new ApiError(500, 'Something went wrong'))
  expect(await screen.findByRole('button', { name: 'Try Again' })).toBeVisible()
})

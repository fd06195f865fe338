import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError } from '#web/lib/api-error.ts'
import { ConflictBanner } from './conflict-banner.tsx'

const refused = (status: number, message: string, body: ConstructorParameters<typeof ApiError>[2]) =>
  new ApiError(status, message, body)

test('a reviewer whose session has ended can sign in without leaving what they typed', () => {
  render(
    <ConflictBanner
      error={refused(401, 'Please sign in to continue.', { error: 'UNAUTHENTICATED' })}
      onReload={() => {}}
    />,
  )
  const link = screen.getByRole('link', { name: 'Sign in again in a new tab' })
  expect(link.getAttribute('href')).toContain('/api/auth/login')
  expect(link.getAttribute('target')).toBe('_blank')
})

test('a refused approval lists what is missing', () => {
  const missing = ['Selfie is missing.', 'The risk disclosure isn’t recorded as accepted.']
  render(
    <ConflictBanner
      error={refused(409, 'Evidence is missing.', { error: 'INVALID_STATE', conflict: { missing } })}
      onReload={() => {}}
    />,
  )
  for (const text of missing) expect(screen.getByText(text)).toBeTruthy()
})

test('someone who has to confirm their identity signs in next to the dialog, which stays as it is', () => {
  render(
    <ConflictBanner
      error={refused(403, 'Sign in again to confirm that it is you.', { error: 'REAUTH_REQUIRED' })}
      onReload={() => {}}
    />,
  )
  const link = screen.getByRole('link', { name: 'Sign in again' })
  expect(link.getAttribute('href')).toMatch(/reauth=1.*mfa=1/)
})

test('a call without an answer is reported as that, until the connection is back', async () => {
  render(<ConflictBanner error={new ApiError(0, 'We can’t reach the server.')} onReload={() => {}} />)
  expect(screen.getByText('We can’t reach the server')).toBeVisible()
  expect(screen.queryByText('Failed to update verification status')).toBeNull()
  fireEvent(window, new Event('online'))
  expect(screen.queryByText('We can’t reach the server')).toBeNull()
  expect(screen.getByText('You’re back online')).toBeVisible()
})

test('items that were set aside undecided are named', () => {
  const error = refused(409, 'It can’t be saved now.', { error: 'INVALID_STATE' })
  render(<ConflictBanner error={error} title="Your marks weren’t saved" onReload={() => {}} />)
  expect(screen.getByText('Your marks weren’t saved')).toBeVisible()
})

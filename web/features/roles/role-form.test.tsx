import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ROLES } from '#contract/roles.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { fakeServer } from '#web/shared/directory/testing.ts'
import { RoleForm } from './role-form.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

const PROMOTE = 'POST /api/admin/users/promote'
const LOOK_UP = 'GET /api/admin/users'
const FOUND = { [LOOK_UP]: { body: { count: 1 } } }
const SUPER = {
  roles: ['super_admin'],
  initialEmail: undefined,
  takesTwo: true,
} as const
const show = (props: Partial<Parameters<typeof RoleForm>[0]> = {}) =>
  render(
    <QueryClientProvider client={queryClient}>
      <RoleForm {...SUPER} {...props} />
    </QueryClientProvider>,
  )

async function promote(email: string) {
  await userEvent.type(screen.getByLabelText('Email'), email)
  await userEvent.click(screen.getByRole('button', { name: 'Make Super Admin' }))
  const dialog = await screen.findByRole('dialog', { name: 'Make this user a Super Admin?' })

  await userEvent.click(within(dialog).getByRole('button', { name: 'Make Super Admin' }))
}

test('R11 a sign-in that is too old is requested again, and what was typed is there afterwards', async () => {
  fakeServer({
    ...FOUND,
    [PROMOTE]: { status: 403, body: { error: 'REAUTH_REQUIRED', message: 'Sign in again.' } },
  })
  show()
  await promote('ada+new@verdaccord.example')
  const link = await screen.findByRole('link', { name: 'Sign in again' })
  const address = new URL(link.getAttribute('href') ?? '', 'http://localhost')
  expect(address.searchParams.get('reauth')).toBe('1')
  const back = new URL(address.searchParams.get('returnTo') ?? '', 'http://localhost')
  expect(Object.fromEntries(back.searchParams)).toEqual({
    tab: 'controls',
    role: 'super_admin',
    email: 'ada+new@verdaccord.example',
  })
})

test('a refusal is shown at the email, which stays as it was typed', async () => {
  const message =
    'No one has signed in as ada@verdaccord.example yet. Ask them to sign in once, then try again.'
  const calls = fakeServer({
    ...FOUND,
    [PROMOTE]: { status: 404, body: { error: 'NOT_FOUND', message, fields: { email: message } } },
  })
  show()
  await promote('ada@verdaccord.example')
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@verdaccord.example')
  expect(calls.filter(({ key }) => key === PROMOTE)).toEqual([
    { key: PROMOTE, body: { email: 'ada@verdaccord.example', role: 'super_admin' } },
  ])
})

test('an address that no one has is said before anyone is asked to confirm', async () => {
  const calls = fakeServer({ [LOOK_UP]: { body: { count: 0 } } })
  show()
  await userEvent.type(screen.getByLabelText('Email'), 'ada@verdaccord.example')
  await userEvent.click(screen.getByRole('button', { name: 'Make Super Admin' }))
  expect(await screen.findByText(/^No one has an account with ada@verdaccord\.example\./)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(calls.map(({ key }) => key)).toEqual([LOOK_UP])
})

test('nothing is requested for what is not an address', async () => {
  const calls = fakeServer({})
  show()
  await userEvent.type(screen.getByLabelText('Email'), 'ada')
  await userEvent.click(screen.getByRole('button', { name: 'Make Super Admin' }))
  expect(await screen.findByText('Please enter a valid email address')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(calls).toEqual([])
})

test('of several roles none is chosen beforehand, and one has to be', async () => {
  const calls = fakeServer({ ...FOUND, [PROMOTE]: { body: { message: 'Done', user: {} } } })
  show({ roles: ['reviewer', 'finance'] })
  expect(screen.getByLabelText('Role')).toHaveDisplayValue('Choose a role')
  await userEvent.type(screen.getByLabelText('Email'), 'ada@verdaccord.example')
  await userEvent.click(screen.getByRole('button', { name: 'Give the role' }))
  expect(await screen.findByText('Choose a role', { selector: 'p, p *' })).toBeVisible()
  expect(calls).toEqual([])
  await userEvent.selectOptions(screen.getByLabelText('Role'), 'Finance Officer')
  expect(screen.getByText(ROLES.finance.hint)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Make Finance Officer' }))
  expect(await screen.findByRole('dialog', { name: 'Make this user a Finance Officer?' })).toBeVisible()
})

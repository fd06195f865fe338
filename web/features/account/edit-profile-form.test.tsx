import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#web/lib/query-client.ts'
import { EditProfileForm, EditTab } from './edit-profile-form.tsx'
import type { Profile } from './queries.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

const show = (id: number) =>
  render(
    <QueryClientProvider client={queryClient}>
      <EditProfileForm profile={{ id, email: 'ada@people.example', name: 'Ada', company: null } as Profile} />
    </QueryClientProvider>,
  )
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

test('R7 R11 what was typed is there after the sign-in that a new email needs, but only for its author', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ error: 'REAUTH_REQUIRED', message: 'Sign in again.' }, { status: 403 }),
  )
  const before = show(7)
  await userEvent.clear(field('System Email'))
  await userEvent.type(field('System Email'), 'new@people.example')
  await userEvent.type(field('Company (optional)'), 'Engines Ltd')
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
  const link = await screen.findByRole('link', { name: 'Sign in again' })
  // jsdom can't navigate; the test is about what is stored before leaving.
  link.addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(link)
  before.unmount()

  const other = show(8)
  expect(field('System Email').value).toBe('ada@people.example')
  other.unmount()
  show(7)
  expect([field('System Email').value, field('Company (optional)').value]).toEqual([
    'new@people.example',
    'Engines Ltd',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }))
  expect([field('System Email').value, sessionStorage.length]).toEqual(['ada@people.example', 0])
})

test('R20 a verified account without a name takes one, and only that', async () => {
  const sent = vi.fn(async (_path: string, _init: RequestInit) =>
    Response.json(
      { error: 'VALIDATION_ERROR', message: 'Not yours', fields: { name: 'Not yours' } },
      { status: 400 },
    ),
  )
  vi.stubGlobal('fetch', sent)
  render(
    <QueryClientProvider client={queryClient}>
      <EditTab
        profile={{ id: 7, name: null, businessProfile: { verification_status: 'verified' } } as Profile}
      />
    </QueryClientProvider>,
  )
  await userEvent.type(field('Your Name'), 'Cay Fern')
  await userEvent.click(screen.getByRole('button', { name: 'Save name' }))
  expect(await screen.findByText('Not yours')).toBeTruthy()
  expect(sent.mock.lastCall?.[1].body).toBe('{"name":"Cay Fern"}')
  expect(screen.queryByLabelText('System Email')).toBeNull()
})

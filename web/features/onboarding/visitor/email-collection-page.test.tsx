import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '#web/lib/query-client.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { EmailCollectionPage } from './email-collection-page.tsx'

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** Opens the page of a visitor whose application in this browser is in a state. */
function open(state: string) {
  const applicant = {
    id: 7,
    auth0_id: 'applicant|7',
    email: 'vera@people.example',
    kind: 'business',
    user_type: null,
    pending_user_type: null,
    expiresAt: '2026-12-06T10:00:00Z',
  }
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === '/api/auth/user') return Response.json({ isAuthenticated: false, user: null, applicant })
    if (url === '/api/onboarding/business/case') return Response.json({ case: { state } })
    return Response.json({ success: true, code: null })
  })
  renderRouted({ '/email-collection': EmailCollectionPage }, { at: '/email-collection', shell: 'app' })
}
const current = () => document.querySelector('[aria-current]')?.textContent

it.each(['draft', 'withdrawn'])(
  'asks a visitor whose application is %s to fill it in and submit it',
  async (state) => {
    open(state)
    await screen.findByRole('region', { name: 'You’ve started an application' })
    expect(screen.getByRole('heading', { level: 1, name: 'Your application' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy()
    expect(current()).toContain('Fill in and submit')
  },
)

it('asks a visitor who has submitted for an account, and for nothing to fill in', async () => {
  open('submitted')
  await screen.findByRole('region', { name: 'You’ve submitted an application' })
  expect(screen.getByRole('link', { name: 'Create an account or sign in' }).className).toContain('bg-brand ')
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
  expect(current()).toContain('Create an account or sign in')
})

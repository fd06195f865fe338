import { QueryClient } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { COMPANY } from '#contract/company.ts'
import { sessionQuery, siteQuery } from '#web/lib/session.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { homeQuery } from '#web/shared/verification/leaf/home-query.ts'
import { WelcomePage } from './welcome-page.tsx'

function show(session: unknown, home?: object) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(sessionQuery.queryKey, session as never)
  if (home) client.setQueryData(homeQuery.queryKey, home as never)
  client.setQueryData(siteQuery.queryKey, {
    company: { ...COMPANY, supportEmail: 'help@example.org' },
  } as never)
  renderRouted(WelcomePage, { client })
}

const target = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')

describe('the welcome page', () => {
  it('shows signed-in people the way to their profile, to onboarding and out', async () => {
    show({ isAuthenticated: true, user: { name: 'Ann' } })
    expect(await target('View Your Profile')).toBe('/profile')
    expect(await target('Start Onboarding')).toBe('/onboarding')
    expect(screen.getByRole('button', { name: 'Sign Out' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Log In' })).toBeNull()
  })

  it('has one name for someone: the application’s, if the account has another', async () => {
    const home = { firstName: 'Grace', title: 'You’re verified, Grace', panel: null, leaf: null, notes: [] }
    show({ isAuthenticated: true, user: { name: 'Rhys Llewellyn' } }, home)
    expect(await screen.findByText('Welcome to Verdaccord, Grace')).toBeVisible()
  })

  it('shows placeholders instead of its buttons until it knows who is there', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    show(undefined)
    expect(await screen.findByText('Loading your account')).toBeTruthy()
    expect(screen.queryByRole('link', { name: /View Your Profile|Log In/ })).toBeNull()
    expect(await target('Contact Support')).toBe('mailto:help@example.org')
    vi.unstubAllGlobals()
  })

  it('shows visitors the way to the sign-in, and through it to onboarding', async () => {
    show({ isAuthenticated: false, user: null })
    expect(await target('Log In')).toBe('/api/auth/login')
    expect(await target('Get Started')).toBe('/api/auth/login?returnTo=%2Fonboarding')
    expect(await target('Contact Support')).toBe('mailto:help@example.org')
    expect(screen.queryByRole('button', { name: 'Sign Out' })).toBeNull()
  })
})

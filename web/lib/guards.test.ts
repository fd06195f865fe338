import { isNotFound } from '@tanstack/react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { requireDebug, requireSignedIn, requireUserOrApplicant } from './guards.ts'
import { queryClient } from './query-client.ts'
import { sessionQuery, siteQuery } from './session.ts'

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

describe('a page for people who are signed in', () => {
  const location = { href: '/verification?tab=faq' }

  it('sends a visitor to sign in, with the way back', async () => {
    const assign = vi.fn()
    vi.stubGlobal('location', { assign })
    queryClient.setQueryData(sessionQuery.queryKey, { isAuthenticated: false, user: null, applicant: null })
    void requireSignedIn({ location, preload: false })
    await vi.waitFor(
      () => expect(assign).toHaveBeenCalledWith('/api/auth/login?returnTo=%2Fverification%3Ftab%3Dfaq'),
      { timeout: 10_000 },
    )
  })

  it('redirects no one who only hovers over its link', async () => {
    const assign = vi.fn()
    vi.stubGlobal('location', { assign })
    queryClient.setQueryData(sessionQuery.queryKey, { isAuthenticated: false, user: null, applicant: null })
    await requireSignedIn({ location, preload: true })
    expect(assign).not.toHaveBeenCalled()
  })
})

describe('a page of the application', () => {
  const location = { href: '/onboarding/consumer?step=3' }
  const nobody = { isAuthenticated: false, user: null, applicant: null }

  it('asks a visitor for their email, with the way back', async () => {
    queryClient.setQueryData(sessionQuery.queryKey, nobody)
    await expect(requireUserOrApplicant({ location, preload: false })).rejects.toMatchObject({
      options: { to: '/email-collection', search: { returnTo: '/onboarding/consumer?step=3' } },
    })
    await requireUserOrApplicant({ location, preload: true })
  })

  it('lets a visitor with an application through', async () => {
    const applicant = {
      id: 7,
      auth0_id: 'applicant|7',
      email: 'ada@people.example',
      kind: null,
      user_type: null,
      pending_user_type: null,
      expiresAt: '2026-12-05T10:00:00.000Z',
    }
    queryClient.setQueryData(sessionQuery.queryKey, { ...nobody, applicant })
    await requireUserOrApplicant({ location, preload: false })
  })
})

describe('the debug page', () => {
  it.each([true, false])('A13 R62 exists if the server says so: %s', async (debugAvailable) => {
    queryClient.setQueryData(siteQuery.queryKey, { debugAvailable } as never)
    const refusal: unknown = await requireDebug().then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(refusal === undefined).toBe(debugAvailable)
    expect(isNotFound(refusal)).toBe(!debugAvailable)
  })
})

import { afterEach, describe, expect, it, vi } from 'vitest'
import { requireUser } from './guards.ts'
import { queryClient } from './query-client.ts'
import { sessionQuery } from './session.ts'

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
    void requireUser({ location, preload: false })
    await vi.waitFor(() =>
      expect(assign).toHaveBeenCalledWith('/api/auth/login?returnTo=%2Fverification%3Ftab%3Dfaq'),
    )
  })

  it('takes nobody away who only points at its link', async () => {
    const assign = vi.fn()
    vi.stubGlobal('location', { assign })
    queryClient.setQueryData(sessionQuery.queryKey, { isAuthenticated: false, user: null, applicant: null })
    await requireUser({ location, preload: true })
    expect(assign).not.toHaveBeenCalled()
  })
})

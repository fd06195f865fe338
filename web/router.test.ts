import { afterEach, describe, expect, test, vi } from 'vitest'
import { PAGE_PATHS } from '#contract/page-paths.ts'
import { queryClient } from './lib/query-client.ts'
import { sessionQuery } from './lib/session.ts'
import { createAppRouter } from './router.tsx'

const router = createAppRouter()
const { parseSearch, stringifySearch } = router.options

test.each(['null', '1e5', '007', '"Ani"', '{"a":1}', '[1]', '12345678901234567890', '2026.10', ' x ', '50%'])(
  'what was searched for stays as it was typed: %s',
  (name) => {
    expect(parseSearch(stringifySearch({ name }))).toEqual({ name })
  },
)

test('numbers of pages and people are numbers', () => {
  expect(parseSearch('?page=2&person=17')).toEqual({ page: 2, person: 17 })
})

test('the server knows every page, and no other', () => {
  expect(Object.keys(router.routesByPath).sort()).toEqual([...PAGE_PATHS].sort())
})

/** Where the guards of an address send someone who is not signed in; null where they let them through. */
async function leadsTo(path: string, cause: 'enter' | 'stay' = 'enter'): Promise<string | null> {
  const left = new Promise<string>((assign) => vi.stubGlobal('location', { assign }))
  queryClient.setQueryData(sessionQuery.queryKey, { isAuthenticated: false, user: null, applicant: null })
  const visit = { search: {}, location: { href: path }, preload: false, cause }
  const [routes] = router.getMatchedRoutes(path)
  const passed = Promise.all(routes.map(({ options }) => options.beforeLoad?.(visit as never)))
  return Promise.race([left, passed.then(() => null)])
}

describe('who is not signed in', () => {
  afterEach(() => {
    queryClient.clear()
    vi.unstubAllGlobals()
  })

  test.each([
    '/onboarding',
    '/success',
    '/verification',
    '/certification/user-type',
    '/user-type-selection',
    '/certification/trader',
    '/trader-certification',
    '/profile',
    '/profile-dashboard',
    '/marketplace',
  ])('signs in before %s, and comes back', async (path) => {
    expect(await leadsTo(path)).toBe(`/api/auth/login?returnTo=${encodeURIComponent(path)}`)
  })

  test.each(['/risk-disclosure', '/certification/risk-disclosure', '/verification-success', '/terms'])(
    'reads %s',
    async (path) => {
      expect(await leadsTo(path)).toBeNull()
    },
  )

  test('goes on with a certification whose session ended: its answers are nowhere else', async () => {
    expect(await leadsTo('/certification/trader', 'stay')).toBeNull()
  })
})

import { redirect, type useNavigate } from '@tanstack/react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { isPersonalPage, PAGE_PATHS } from '#contract/page-paths.ts'
import { pageAddress } from './lib/page-address.ts'
import { queryClient } from './lib/query-client.ts'
import { sessionQuery, signInUrl, siteQuery } from './lib/session.ts'
import { createAppRouter } from './router.tsx'

const router = createAppRouter()
const { parseSearch, stringifySearch } = router.options

test.each(['null', '1e5', '007', '"Ani"', '{"a":1}', '[1]', '12345678901234567890', '2026.10', ' x ', '50%'])(
  'search text stays as it was typed: %s',
  (name) => {
    expect(parseSearch(stringifySearch({ name }))).toEqual({ name })
  },
)

test('numbers of pages and people are numbers', () => {
  expect(parseSearch('?page=2&person=17')).toEqual({ page: 2, person: 17 })
})

test.each([
  ['/admin', '/admin/dashboard'],
  ['/admin-dashboard', '/admin/dashboard'],
  ['/admin/users', '/admin/dashboard'],
  ['/admin/user/7?tab=kyc&document=x', '/admin/users/7?tab=kyc&document=x'],
  ['/certification/risk-disclosure', '/risk-disclosure'],
  ['/dashboard', '/profile-dashboard'],
  ['/invoices', '/profile?tab=invoices'],
  ['/trader-certification?step=declaration', '/certification/trader?step=declaration'],
  ['/user-type-selection', '/certification/user-type'],
])('%s is a second address of %s', (alias, page) => {
  const { pathname, search } = new URL(alias, 'http://localhost')
  const [routes, params] = router.getMatchedRoutes(pathname) as unknown as [
    { options: { validateSearch?: (typed: object) => object; beforeLoad: (visit: object) => void } }[],
    object,
  ]
  const { options } = routes.at(-1) ?? expect.fail('There is no route')
  let leads: unknown
  try {
    options.beforeLoad({ params, search: options.validateSearch?.(parseSearch(search)) })
  } catch (redirect) {
    leads = redirect
  }
  expect(router.buildLocation((leads as { options: never }).options).href).toBe(page)
})

test('a link to no page, or with parameters that it does not read, does not compile', () => {
  // Never called: only the compiler checks it.
  const wrong = (navigate: ReturnType<typeof useNavigate>) => [
    // @ts-expect-error there is no such page
    navigate({ to: '/profil' }),
    // @ts-expect-error nor this one
    redirect({ to: '/admin/user' }),
    // @ts-expect-error a user has a number
    navigate({ to: '/admin/users/$id' }),
    // @ts-expect-error the queue knows no such filter
    navigate({ to: '/admin/queue', search: { states: 'submitted' } }),
    // @ts-expect-error no invoice has this status
    navigate({ to: '/admin/invoices', search: { status: 'payed' } }),
    // @ts-expect-error nothing to come back to
    signInUrl('/profil'),
    // @ts-expect-error the dashboard has no such parameter
    pageAddress('/admin/dashboard', { tap: 'controls' }),
  ]
  expect(wrong).toBeTypeOf('function')
})

test('the server knows every page, and no other', () => {
  expect(Object.keys(router.routesByPath).sort()).toEqual([...PAGE_PATHS].sort())
})

/** Where the guards of a URL send someone who isn't signed in; null if they let them through. */
async function leadsTo(path: string, cause: 'enter' | 'stay' = 'enter'): Promise<string | null> {
  const left = new Promise<string>((assign) => vi.stubGlobal('location', { assign }))
  queryClient.setQueryData(sessionQuery.queryKey, { isAuthenticated: false, user: null, applicant: null })
  const visit = { search: {}, location: { href: path }, preload: false, cause }
  const [routes] = router.getMatchedRoutes(path)
  const passed = Promise.all(routes.map(({ options }) => options.beforeLoad?.(visit as never)))
  return Promise.race([left, passed.then(() => null)])
}

describe('someone who is not signed in', () => {
  afterEach(() => {
    queryClient.clear()
    vi.unstubAllGlobals()
  })

  test.each([
    '/onboarding',
    '/success',
    '/verification',
    '/certification/user-type',
    '/certification/trader',
    '/profile',
    '/profile-dashboard',
    '/marketplace',
  ])('signs in before %s, and returns', async (path) => {
    expect(await leadsTo(path)).toBe(`/api/auth/login?returnTo=${encodeURIComponent(path)}`)
  })

  test.each(['/risk-disclosure', '/verification-success', '/terms'])('reads %s', async (path) => {
    expect(await leadsTo(path)).toBeNull()
  })

  test.each(PAGE_PATHS.map((path) => path.replace(/\/\{-\$\w+\}/, '').replace(/\$\w+/, '7')))(
    'comes back to %s after cancelling the sign-in, unless it leads there again',
    async (path) => {
      queryClient.setQueryData(siteQuery.queryKey, { debugAvailable: true } as never)
      const led = await leadsTo(path).catch((redirect) => router.buildLocation(redirect.options).href)
      const isLed = led?.startsWith('/api/auth/login') || isPersonalPage(`${led}`.replace(/\?.*/, ''))
      expect(isPersonalPage(path)).toBe(isLed)
    },
  )

  test('continues a certification whose session ended: its answers are nowhere else', async () => {
    expect(await leadsTo('/certification/trader', 'stay')).toBeNull()
  })
})

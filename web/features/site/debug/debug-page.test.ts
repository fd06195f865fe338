import { describe, expect, it } from 'vitest'
import { type DebugState, debugSteps } from './debug-page.tsx'

type DbUser = NonNullable<DebugState['profile']['dbUser']>

const dbUser = (changes: Partial<DbUser> = {}): DbUser => ({
  id: 7,
  email: 'ann@people.example',
  auth0_id: 'embedded|7',
  created_at: '2026-03-10T10:00:00.000Z',
  last_login: '2026-03-10T10:00:10.000Z',
  kycProfile: null,
  ...changes,
})
const kycProfile = (verification_status: 'submitted' | 'verified') => ({
  id: 3,
  verification_status,
  verified_at: null,
  submitted: true,
})

const state = (changes: Partial<DebugState> = {}): DebugState => ({
  session: { status: 'success', isAuthenticated: true },
  profile: { status: 'success', isFetching: false, dbUser: dbUser() },
  sync: 'idle',
  ...changes,
})
const withUser = (user: DbUser) => state({ profile: { status: 'success', isFetching: false, dbUser: user } })
const statuses = (given: DebugState) => debugSteps(given).map(({ status }) => status)

describe('the checklist of the debug page', () => {
  it.each<[string, DebugState, string[]]>([
    [
      'waits for the session',
      state({
        session: { status: 'pending', isAuthenticated: false },
        profile: { status: 'pending', isFetching: false, dbUser: null },
      }),
      ['loading', 'pending', 'pending', 'pending', 'pending'],
    ],
    [
      'has nothing to say of someone signed out',
      state({
        session: { status: 'success', isAuthenticated: false },
        profile: { status: 'pending', isFetching: false, dbUser: null },
      }),
      ['pending', 'pending', 'pending', 'pending', 'pending'],
    ],
    [
      'shows a session that cannot be fetched',
      state({
        session: { status: 'error', isAuthenticated: false },
        profile: { status: 'pending', isFetching: false, dbUser: null },
      }),
      ['error', 'pending', 'pending', 'pending', 'pending'],
    ],
    [
      'looks the user up',
      state({ profile: { status: 'pending', isFetching: true, dbUser: null } }),
      ['success', 'loading', 'pending', 'pending', 'pending'],
    ],
    [
      'shows a user that cannot be fetched',
      state({ profile: { status: 'error', isFetching: false, dbUser: null } }),
      ['success', 'error', 'pending', 'pending', 'pending'],
    ],
    ['knows a new user', state(), ['success', 'success', 'success', 'pending', 'pending']],
    [
      'knows a new user up to ten seconds, whichever came first',
      withUser(dbUser({ last_login: '2026-03-10T09:59:50.000Z' })),
      ['success', 'success', 'success', 'pending', 'pending'],
    ],
    [
      'knows an old user',
      withUser(dbUser({ last_login: '2026-03-10T10:00:10.001Z' })),
      ['success', 'success', 'pending', 'pending', 'pending'],
    ],
    [
      'knows a user who never signed in',
      withUser(dbUser({ last_login: null })),
      ['success', 'success', 'pending', 'pending', 'pending'],
    ],
    [
      'shows a sync on its way',
      state({ sync: 'pending' }),
      ['success', 'success', 'loading', 'pending', 'pending'],
    ],
    ['shows a failed sync', state({ sync: 'error' }), ['success', 'success', 'error', 'pending', 'pending']],
    [
      'finds the profile',
      withUser(dbUser({ kycProfile: kycProfile('submitted') })),
      ['success', 'success', 'success', 'success', 'pending'],
    ],
    [
      'finds the verified profile',
      withUser(dbUser({ kycProfile: kycProfile('verified') })),
      ['success', 'success', 'success', 'success', 'success'],
    ],
  ])('%s', (_name, given, expected) => {
    expect(statuses(given)).toEqual(expected)
  })
})

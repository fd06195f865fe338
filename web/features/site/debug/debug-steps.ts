import type { Answer } from '#web/lib/api.ts'

export type StepStatus = 'pending' | 'loading' | 'success' | 'error'
type Finished = 'pending' | 'success' | 'error'

/** What the checklist looks at. */
export interface DebugState {
  session: { status: Finished; isAuthenticated: boolean }
  profile: { status: Finished; isFetching: boolean; dbUser: Answer<'GET /api/auth/profile'>['dbUser'] | null }
  /** The last press of 'Sync User to Database'. */
  sync: Finished | 'idle'
}

export interface DebugStep {
  id: string
  title: string
  status: StepStatus
}

/** Created and last signed in within this time means that the sign-in made the user (account-admin §9). */
const CREATION_WINDOW_MS = 10_000

/** The checklist of the debug page, from sign-in to the verified profile (account-admin §4, Debug checklist). */
export function debugSteps({ session, profile, sync }: DebugState): DebugStep[] {
  const { dbUser } = profile
  const found = (isSo: boolean): StepStatus => (isSo ? 'success' : 'pending')
  return [
    { id: 'login', title: 'Identity login', status: loginStatus(session) },
    { id: 'lookup', title: 'Database user lookup', status: lookupStatus(session, profile) },
    { id: 'creation', title: 'User creation', status: creationStatus(dbUser, sync) },
    { id: 'profile', title: 'Profile creation', status: found(Boolean(dbUser?.kycProfile)) },
    {
      id: 'kyc',
      title: 'KYC status',
      status: found(dbUser?.kycProfile?.verification_status === 'verified'),
    },
  ]
}

function loginStatus({ status, isAuthenticated }: DebugState['session']): StepStatus {
  if (status === 'pending') return 'loading'
  if (status === 'error') return 'error'
  return isAuthenticated ? 'success' : 'pending'
}

function lookupStatus(session: DebugState['session'], profile: DebugState['profile']): StepStatus {
  if (!session.isAuthenticated) return 'pending'
  if (profile.isFetching) return 'loading'
  if (profile.status === 'error') return 'error'
  return profile.dbUser ? 'success' : 'pending'
}

function creationStatus(dbUser: DebugState['profile']['dbUser'], sync: DebugState['sync']): StepStatus {
  if (sync === 'pending') return 'loading'
  if (sync === 'error') return 'error'
  if (!dbUser?.last_login) return 'pending'
  const apart = Math.abs(Date.parse(dbUser.last_login) - Date.parse(dbUser.created_at))
  return apart <= CREATION_WINDOW_MS ? 'success' : 'pending'
}

import Check from 'lucide-react/icons/check'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleX from 'lucide-react/icons/circle-x'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useState } from 'react'
import type { Answer } from '#web/lib/api.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { signInUrl } from '#web/lib/session.ts'
import { signOutTo } from '#web/lib/sign-out.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card, CardBody, CardHeader, Rule } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { Split } from '#web/ui/layout.tsx'
import { Page } from '#web/ui/page.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { StatusBadge, type StatusLook } from '#web/ui/status-badge.tsx'
import { TaskList, TaskRow } from '#web/ui/task-list.tsx'
import { type Debug, DebugPanel, useDebug } from './debug-panel.tsx'

/**
 * If created and last sign-in are within this many milliseconds, the sign-in created the user (account-admin
 * §2.14).
 */
const CREATION_WINDOW_MS = 10_000

const LOOKS: Readonly<Record<StepStatus, StatusLook>> = {
  pending: { family: 'neutral', icon: CircleDashed, label: 'Pending' },
  loading: { family: 'blue', icon: LoaderCircle, label: 'Processing' },
  success: { family: 'green', icon: Check, label: 'Complete' },
  error: { family: 'red', icon: CircleX, label: 'Error' },
}

/**
 * The state of the sign-in and the user's records; only outside production (account-admin §2.14).
 */
export function DebugPage() {
  usePageTitle('Authentication debug')
  const debug = useDebug()
  return (
    <Page width="narrow">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-5">
        <div className="flex flex-wrap items-center gap-3">
          <h1 tabIndex={-1}>Authentication debug</h1>
          <Chip>Not in production</Chip>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button busy={debug.isFetching} onClick={debug.refresh}>
            <RefreshCw />
            Refresh
          </Button>
          <a className={buttonClass()} href={signInUrl('/debug')}>
            Log In
          </a>
          <Button onClick={() => signOutTo('/debug')}>Log Out</Button>
        </div>
      </div>
      <Split sides="narrowWide" className="mb-8">
        <StatusCard debug={debug} />
        <StepsCard debug={debug} />
      </Split>
      <DebugPanel debug={debug} />
    </Page>
  )
}

/** Whether someone is signed in, and the provider's details about them. */
function StatusCard({ debug: { session, user, refresh } }: { debug: Debug }) {
  return (
    <Card aria-labelledby="authentication-status">
      <CardHeader id="authentication-status" title="Authentication Status">
        {session.isSuccess ? <AuthenticatedBadge isAuthenticated={user !== null} /> : null}
      </CardHeader>
      {session.isError ? (
        <ErrorState
          title="Authentication status unknown"
          message={session.error.message}
          onRetry={refresh}
          retrying={session.isFetching}
        />
      ) : session.isPending ? (
        <CardBody>
          <LoadingRegion label="Loading the authentication status">
            <Skeleton height={22} />
          </LoadingRegion>
        </CardBody>
      ) : (
        <CardBody>
          <KeyValueList
            items={[
              { label: 'Provider id', value: user && <span className="mono">{user.sub}</span> },
              { label: 'Email', value: user?.auth0_email && <EmailText address={user.auth0_email} /> },
              { label: 'Name', value: user?.name },
              { label: 'Email verified', value: user && (user.email_verified ? 'Yes' : 'No') },
              { label: 'Updated', value: user && formatDateTime(user.updated_at) },
              { label: 'Picture', value: user && <PictureLink url={user.picture} /> },
            ]}
          />
        </CardBody>
      )}
    </Card>
  )
}

function AuthenticatedBadge({ isAuthenticated }: { isAuthenticated: boolean }) {
  return isAuthenticated ? (
    <Badge family="green" icon={CircleCheck}>
      Authenticated
    </Badge>
  ) : (
    <Badge family="neutral" icon={CircleDashed}>
      Not authenticated
    </Badge>
  )
}

/** Links only to https, because the URL comes from the provider (security R32). */
function PictureLink({ url }: { url: string | null }) {
  if (!url?.startsWith('https://')) return <span className="text-ink-3">N/A</span>
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {url}
    </a>
  )
}

/** From sign-in to the verified profile, with the button that creates or updates the user's record. */
function StepsCard({ debug }: { debug: Debug }) {
  const { session, user, profile, sync } = debug
  const steps = debugSteps({
    session: { status: session.status, isAuthenticated: user !== null },
    profile: {
      status: profile.status,
      isFetching: profile.isFetching,
      dbUser: profile.data?.dbUser ?? null,
    },
    sync: sync.status,
  })
  return (
    <Card aria-labelledby="steps">
      <CardHeader id="steps" title="Steps" />
      <TaskList>
        {steps.map(({ id, title, status }) => {
          const look = LOOKS[status]
          return (
            <TaskRow
              key={id}
              family={look.family}
              icon={look.icon}
              title={title}
              end={<StatusBadge look={look} />}
            />
          )
        })}
      </TaskList>
      <Rule />
      <CardBody>
        {profile.error ? (
          <Banner
            kind="error"
            live
            title={`Error fetching user data: ${profile.error.message}`}
            className="mb-4"
          />
        ) : null}
        <SyncButton debug={debug} />
      </CardBody>
    </Card>
  )
}

function SyncButton({ debug: { user, sync } }: { debug: Debug }) {
  const [wasSignedOut, setWasSignedOut] = useState(false)
  const run = () => {
    setWasSignedOut(!user)
    if (user) sync.mutate({ auth0Id: user.auth0_id, email: user.auth0_email, name: user.name })
  }
  const failure = wasSignedOut ? 'You must be logged in to create a user!' : sync.error?.message
  return (
    <>
      <Button busy={sync.isPending} busyLabel="Processing..." onClick={run}>
        Sync User to Database
      </Button>
      {failure ? <Banner kind="error" live title={failure} className="mt-4" /> : null}
      {sync.data && !failure ? (
        <Banner kind="success" live title={`User ${sync.data.user.id}`} className="mt-4">
          {sync.data.message}
        </Banner>
      ) : null}
    </>
  )
}

type StepStatus = 'pending' | 'loading' | 'success' | 'error'
type Finished = 'pending' | 'success' | 'error'

/** The checklist's input. */
export interface DebugState {
  session: { status: Finished; isAuthenticated: boolean }
  profile: { status: Finished; isFetching: boolean; dbUser: Answer<'GET /api/auth/profile'>['dbUser'] | null }
  /** The outcome of the last 'Sync User to Database'. */
  sync: Finished | 'idle'
}

interface DebugStep {
  id: string
  title: string
  status: StepStatus
}

/** The debug page's checklist, from sign-in to the verified profile (account-admin §2.14). */
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

import Check from 'lucide-react/icons/check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleX from 'lucide-react/icons/circle-x'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import { useState } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader, Rule } from '#web/ui/card.tsx'
import { StatusBadge, type StatusLook } from '#web/ui/status-badge.tsx'
import { TaskList, TaskRow } from '#web/ui/task-list.tsx'
import { debugSteps, type StepStatus } from './debug-steps.ts'
import type { Debug } from './use-debug.ts'

const LOOKS: Readonly<Record<StepStatus, StatusLook>> = {
  pending: { family: 'neutral', icon: CircleDashed, label: 'Pending' },
  loading: { family: 'blue', icon: LoaderCircle, label: 'Processing' },
  success: { family: 'green', icon: Check, label: 'Complete' },
  error: { family: 'red', icon: CircleX, label: 'Error' },
}

/** From sign-in to the verified profile, and the button that makes sure of the user's record. */
export function StepsCard({ debug }: { debug: Debug }) {
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

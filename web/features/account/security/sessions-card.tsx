import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnSession } from '#contract/account/account.ts'
import { api } from '#web/lib/api.ts'
import { formatDateTime, relativeTime } from '#web/lib/dates.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { RowList } from '#web/ui/row-list.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { PanelFailed } from '../panel-failed.tsx'
import { sessionsQuery } from '../queries.ts'

/** Where the person is signed in, with a way to end each session or all of them (security R10). */
export function SessionsCard() {
  const query = useQuery(sessionsQuery)
  const [isAsking, setAsking] = useState(false)
  const everywhere = useMutation({
    mutationFn: () => api('DELETE /api/user/sessions'),
    // This session has ended with the others: the server's logout page clears what the browser still stores.
    onSuccess: () => window.location.assign('/api/auth/logout'),
  })
  const elsewhere = useMutation({
    mutationFn: () => api('DELETE /api/user/sessions', { query: { others: '1' } }),
    onSuccess: async ({ ended }) => {
      await invalidate('GET /api/user/sessions')
      toast({ kind: 'success', title: endedText(ended) })
    },
    onError: (error) =>
      toast({ kind: 'error', title: 'Your other devices are still signed in', description: error.message }),
  })
  const hasOthers = query.data?.sessions.some(({ isCurrent }) => !isCurrent)
  return (
    <Card aria-labelledby="sessions">
      <CardHeader id="sessions" title="Where you are signed in">
        {hasOthers ? (
          <Button busy={elsewhere.isPending} busyLabel="Signing out..." onClick={() => elsewhere.mutate()}>
            Sign out other devices
          </Button>
        ) : null}
        <Button onClick={() => setAsking(true)}>Sign out everywhere</Button>
      </CardHeader>
      <CardBody className="py-3">
        {query.data ? (
          <RowList>
            {query.data.sessions.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </RowList>
        ) : query.isError ? (
          <PanelFailed query={query} />
        ) : (
          <LoadingRegion label="Loading your sessions" className="grid gap-3">
            <Skeleton />
            <Skeleton />
          </LoadingRegion>
        )}
      </CardBody>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Sign out everywhere?"
        description="This signs you out everywhere, including here. Unsaved changes will be lost."
        confirmLabel="Sign out everywhere"
        onConfirm={() => everywhere.mutate()}
        busy={everywhere.isPending}
        busyLabel="Signing out..."
        error={
          everywhere.isError ? { title: 'You’re still signed in', message: everywhere.error.message } : null
        }
      />
    </Card>
  )
}

function endedText(ended: number): string {
  // They had already ended: from another tab, or by expiring.
  if (ended === 0) return 'You aren’t signed in on any other device'
  return `Signed out of ${ended === 1 ? '1 other device' : `${ended} other devices`}`
}

function SessionRow({ session }: { session: OwnSession }) {
  const end = useMutation({
    mutationFn: () => api('DELETE /api/user/sessions/:id', { params: { id: session.id } }),
    onSuccess: () => invalidate('GET /api/user/sessions'),
    onError: (error) =>
      toast({ kind: 'error', title: 'The session wasn’t ended', description: error.message }),
  })
  return (
    <li>
      <div>
        <p className="font-semibold">
          {session.device} {session.isCurrent ? <Chip>This device</Chip> : null}
        </p>
        <p className="text-sm text-ink-3">
          Signed in {formatDateTime(session.startedAt)}. Last used {relativeTime(session.lastSeenAt)}
          {session.ip ? ` from ${session.ip}` : ''}.
        </p>
      </div>
      {session.isCurrent ? null : (
        <Button busy={end.isPending} busyLabel="Signing out..." onClick={() => end.mutate()}>
          Sign out<span className="sr-only"> {session.device}</span>
        </Button>
      )}
    </li>
  )
}

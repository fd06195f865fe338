import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserSession } from '#contract/audit/admin-activity.ts'
import type { AuditEvent } from '#contract/audit/admin-audit.ts'
import { api } from '#web/lib/api.ts'
import { formatDateTime, relativeTime } from '#web/lib/dates.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { eventNote } from '#web/shared/cases/reason-labels.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ItemList } from '#web/ui/item-list.tsx'
import { Split, Stack } from '#web/ui/layout.tsx'
import { MorePages } from '#web/ui/more-pages.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { Timeline } from '#web/ui/timeline.tsx'
import { toast } from '#web/ui/toast.ts'
import { signInsQuery, userEventsQuery, userSessionsQuery } from './activity-queries.ts'
import { SignInTable } from './sign-in-table.tsx'

/**
 * One user's activity and the changes to their record: sessions, sign-ins, every event (cases, Events).
 */
export function UserActivityTab({ userId, name }: { userId: number; name: string }) {
  return (
    <Split sides="record">
      <Stack>
        <UserSessionsCard userId={userId} name={name} />
        <UserSignInsCard userId={userId} />
      </Stack>
      <UserTimeline userId={userId} />
    </Split>
  )
}

/** When and how a user signed in. */
function UserSignInsCard({ userId }: { userId: number }) {
  const query = useInfiniteQuery(signInsQuery(userId))
  const rows = query.data?.pages.flatMap((page) => page.data)
  return (
    <Card aria-labelledby="user-sign-ins">
      <CardHeader id="user-sign-ins" title="Sign-in history" />
      {rows?.length === 0 ? (
        <EmptyState title="No login data available yet" />
      ) : !rows && query.error ? (
        <ErrorState
          title="Failed to fetch user activity"
          message={query.error.message}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <SignInTable rows={rows} query={query} ofOne />
      )}
    </Card>
  )
}

/** All events about a user, newest first, by any actor. */
function UserTimeline({ userId }: { userId: number }) {
  const query = useInfiniteQuery(userEventsQuery(userId))
  const events = query.data?.pages.flatMap((page) => page.data)
  return (
    <Card aria-labelledby="user-events">
      <CardHeader id="user-events" title="What has happened" />
      {events?.length ? (
        <>
          <CardBody>
            <Timeline items={events.map(itemOf)} />
          </CardBody>
          <MorePages query={query}>
            Showing {events.length === 1 ? '1 event' : `${events.length} events`}
          </MorePages>
        </>
      ) : events ? (
        <EmptyState title="Nothing yet" />
      ) : query.error ? (
        <ErrorState
          title="The events could not be loaded"
          message={query.error.message}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <CardBody>
          <LoadingRegion label="Loading events" className="grid gap-3">
            <Skeleton />
            <Skeleton />
            <Skeleton />
          </LoadingRegion>
        </CardBody>
      )}
    </Card>
  )
}

function itemOf(event: AuditEvent) {
  return {
    id: String(event.id),
    title: event.title,
    date: `${formatDateTime(event.at)} · ${event.actor.name}`,
    detail: eventNote(event),
    state: 'done' as const,
  }
}

/** Where a user is signed in, with buttons to end one session or all of them (security R10). */
function UserSessionsCard({ userId, name }: { userId: number; name: string }) {
  const { data, error, isFetching, refetch } = useQuery(userSessionsQuery(userId))
  const [isAsking, setAsking] = useState(false)
  const everywhere = useMutation({
    mutationFn: () => api('DELETE /api/admin/users/:id/sessions', { params: { id: userId } }),
    onSuccess: async ({ ended }) => {
      await invalidate('GET /api/admin/users/:id/sessions', 'GET /api/admin/users/:id/events')
      toast({ kind: 'success', title: 'Signed out', description: `${sessions(ended)} of ${name} ended.` })
      setAsking(false)
    },
  })
  return (
    <Card aria-labelledby="user-sessions">
      <CardHeader id="user-sessions" title="Where they are signed in">
        {data?.mayEnd && data.sessions.length ? (
          <Button onClick={() => setAsking(true)}>Sign out everywhere</Button>
        ) : null}
      </CardHeader>
      {data?.sessions.length ? (
        <ItemList>
          {data.sessions.map((session) => (
            <SessionRow key={session.id} userId={userId} session={session} mayEnd={data.mayEnd} />
          ))}
        </ItemList>
      ) : data ? (
        <EmptyState title="Not signed in anywhere" />
      ) : error ? (
        <ErrorState
          title="Error loading sessions"
          message={error.message}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <CardBody>
          <LoadingRegion label="Loading sessions">
            <Skeleton />
          </LoadingRegion>
        </CardBody>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Sign this user out everywhere?"
        description={
          <>
            This ends every session of <b className="text-ink">{name}</b> now. Anything unsaved is kept in
            their browser.
          </>
        }
        confirmLabel="Sign out everywhere"
        onConfirm={() => everywhere.mutate()}
        danger
        busy={everywhere.isPending}
        busyLabel="Signing out..."
        error={
          everywhere.isError
            ? { title: 'The sessions could not be ended', message: everywhere.error.message }
            : null
        }
      />
    </Card>
  )
}

function SessionRow(props: { userId: number; session: UserSession; mayEnd: boolean }) {
  const { userId, session, mayEnd } = props
  const end = useMutation({
    mutationFn: () =>
      api('DELETE /api/admin/users/:id/sessions/:session', { params: { id: userId, session: session.id } }),
    onSuccess: () => invalidate('GET /api/admin/users/:id/sessions', 'GET /api/admin/users/:id/events'),
    onError: (error) =>
      toast({ kind: 'error', title: 'The session wasn’t ended', description: error.message }),
  })
  return (
    <li>
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{session.device}</p>
        <p className="text-sm text-ink-3">
          Signed in {formatDateTime(session.startedAt)}. Last used {relativeTime(session.lastSeenAt)}
          {session.ip ? ` from ${session.ip}` : ''}.
        </p>
      </div>
      {mayEnd ? (
        <Button size="sm" busy={end.isPending} busyLabel="Ending..." onClick={() => end.mutate()}>
          End session<span className="sr-only"> of {session.device}</span>
        </Button>
      ) : null}
    </li>
  )
}

function sessions(count: number): string {
  return count === 1 ? '1 session' : `${count} sessions`
}

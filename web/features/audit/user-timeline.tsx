import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditEvent } from '#contract/audit/admin-audit.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { eventNote } from '#web/shared/cases/event-note.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { MorePages } from '#web/ui/more-pages.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { Timeline } from '#web/ui/timeline.tsx'
import { userEventsQuery } from './activity-queries.ts'

/** Everything that happened with a user, newest first, no matter who did it. */
export function UserTimeline({ userId }: { userId: number }) {
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

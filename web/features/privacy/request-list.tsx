import { Link } from '@tanstack/react-router'
import AlarmClock from 'lucide-react/icons/alarm-clock'
import Ban from 'lucide-react/icons/ban'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import Clock from 'lucide-react/icons/clock'
import CornerUpLeft from 'lucide-react/icons/corner-up-left'
import Inbox from 'lucide-react/icons/inbox'
import Pause from 'lucide-react/icons/pause'
import type { ReactNode } from 'react'
import type { ComplaintState, ErasureState } from '#contract/privacy/privacy.ts'
import type { AdminErasure } from '#contract/privacy/privacy-admin.ts'
import { daysBetween, londonDate } from '#domain/plain-date.ts'
import { formatDate } from '#web/lib/dates.ts'
import { useUser } from '#web/lib/session.ts'
import { UnconfirmedMark } from '#web/shared/directory/person-email.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { type LoadedPages, MoreButton } from '#web/ui/more-pages.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import type { StatusLook } from '#web/ui/status-badge.tsx'
import type { Shown } from './queries.ts'

/** The states of data requests and legal holds, as staff see them. */
export const REQUEST_LOOKS: Readonly<
  Record<ErasureState | ComplaintState | 'in_force' | 'lifted', StatusLook>
> = {
  requested: { label: 'Requested', family: 'yellow', icon: Clock },
  carried_out: { label: 'Carried Out', family: 'green', icon: CircleCheck },
  refused: { label: 'Refused', family: 'neutral', icon: Ban },
  withdrawn: { label: 'Withdrawn', family: 'neutral', icon: CornerUpLeft },
  open: { label: 'Open', family: 'yellow', icon: Clock },
  answered: { label: 'Answered', family: 'green', icon: CircleCheck },
  closed: { label: 'Closed', family: 'neutral', icon: CircleCheck },
  in_force: { label: 'In Force', family: 'yellow', icon: Pause },
  lifted: { label: 'Lifted', family: 'neutral', icon: CircleDashed },
}

interface List extends LoadedPages {
  isFetching: boolean
  refetch: () => unknown
}

/** One list of requests: open or done, its entries, and a button to load more. */
export function RequestList<Row extends { id: number }>({
  list,
  rows,
  shown,
  labels,
  action,
  children,
}: {
  list: List
  rows: readonly Row[] | undefined
  shown: Shown
  labels: { open: string; done: string; none: string }
  /** A button that adds to the list. */
  action?: ReactNode
  children: (row: Row) => ReactNode
}) {
  return (
    <>
      <div className="my-4 flex min-h-10 flex-wrap items-center justify-between gap-x-5 gap-y-3">
        <nav className="flex gap-5" aria-label="Which to show">
          <ShowLink shown={shown} value="open" label={labels.open} />
          <ShowLink shown={shown} value="done" label={labels.done} />
        </nav>
        {action}
      </div>
      {rows ? (
        rows.length === 0 ? (
          <EmptyState card icon={Inbox} title={labels.none} />
        ) : (
          <ul className="grid gap-4">
            {rows.map((row) => (
              <li key={row.id}>{children(row)}</li>
            ))}
          </ul>
        )
      ) : list.error ? (
        <ErrorState
          card
          title="This list could not be loaded"
          message={list.error.message}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      ) : (
        <LoadingRegion label="Loading the list" className="grid gap-4">
          <Skeleton height={140} />
          <Skeleton height={140} />
        </LoadingRegion>
      )}
      {rows ? <MoreButton query={list} className="mt-4" /> : null}
    </>
  )
}

function ShowLink({ shown, value, label }: { shown: Shown; value: Shown; label: string }) {
  return (
    <Link
      to="/admin/privacy"
      search={(current) => ({ ...current, show: value === 'done' ? value : undefined })}
      aria-current={shown === value ? 'page' : undefined}
      className={shown === value ? 'font-semibold text-ink no-underline' : undefined}
      replace
      resetScroll={false}
    >
      {label}
    </Link>
  )
}

/** One request: who it is about, its state, and its actions, which no one has on their own. */
export function RequestEntry({
  person,
  state,
  children,
  actions,
}: {
  person: AdminErasure['person']
  state: ReactNode
  children: ReactNode
  actions?: ReactNode
}) {
  const name = requesterName(person)
  const isOwn = useUser()?.id === person.userId
  return (
    <Card padded aria-label={name}>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 className="text-h3 wrap-anywhere">
          <Link to="/admin/users/$id" params={{ id: String(person.userId) }}>
            {name}
          </Link>{' '}
          {person.name ? null : <UnconfirmedMark person={person} />}{' '}
          <span className="text-sm font-normal text-ink-3 tabular-nums">ID {person.userId}</span>
        </h2>
        {state}
      </div>
      {children}
      {actions && isOwn ? (
        <p className="mt-4 text-sm text-ink-2">Someone else has to deal with your own account.</p>
      ) : actions ? (
        <div className="mt-4 flex flex-wrap gap-3">{actions}</div>
      ) : null}
    </Card>
  )
}

/** How an entry names the person it is about. */
export function requesterName({ name, email, userId }: AdminErasure['person']): string {
  return name ?? email ?? `User ${userId}`
}

/** From this many days before the due date an answer is urgent. */
const SOON_DAYS = 7

/** How many days are left to answer, or how many days overdue it is. */
export function AnswerDue({ dueAt }: { dueAt: string }) {
  const left = daysBetween(londonDate(new Date()), londonDate(new Date(dueAt)))
  const days = Math.abs(left) === 1 ? '1 day' : `${Math.abs(left)} days`
  return (
    <Badge family={left < 0 ? 'red' : left <= SOON_DAYS ? 'yellow' : 'neutral'} icon={AlarmClock}>
      {left < 0 ? `${days} late` : left === 0 ? 'Due today' : `${days} left`} · due {formatDate(dueAt)}
    </Badge>
  )
}

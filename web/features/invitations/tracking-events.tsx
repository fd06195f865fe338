import type { BetaInvite, EmailEvent } from '#contract/invitations/invitations.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { EVENT_LABELS } from './invitation-text.ts'

/** Every event of an invitation's emails: the latest one's and, if it was resent, those of earlier ones. */
export function TrackingEvents({ invite }: { invite: BetaInvite }) {
  const { email_events, previous_events, resent_at, resent_by } = invite.metadata
  return (
    <div className="grid max-h-[min(420px,60vh)] gap-3 overflow-auto text-sm">
      <Events events={email_events} empty="No tracking data" />
      {resent_at ? (
        <p className="text-ink-2">
          Last resent {formatDateTime(resent_at)} by {resent_by ?? 'System'}
        </p>
      ) : null}
      {previous_events.length ? (
        <div>
          <p className="mb-1 font-semibold">Previous events</p>
          <Events events={previous_events} empty="" />
        </div>
      ) : null}
    </div>
  )
}

function Events({ events, empty }: { events: readonly EmailEvent[]; empty: string }) {
  if (!events.length) return <p className="text-ink-3">{empty}</p>
  return (
    <ol className="grid gap-2">
      {events.map(({ event, timestamp, details }) => (
        <li key={`${event}-${timestamp}-${details.description}`}>
          <span className="flex flex-wrap justify-between gap-x-4">
            <b className="font-semibold">{EVENT_LABELS[event]}</b>
            <time dateTime={timestamp} className="whitespace-nowrap text-ink-3 tabular-nums">
              {formatDateTime(timestamp)}
            </time>
          </span>
          {details.description ? (
            <span className="block text-ink-2 wrap-anywhere">{details.description}</span>
          ) : null}
        </li>
      ))}
    </ol>
  )
}

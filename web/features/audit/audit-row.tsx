import { Link } from '@tanstack/react-router'
import type { AuditEvent } from '#contract/audit/admin-audit.ts'
import { reasonLabel } from '#domain/cases/decision-reasons.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { RowDetails, Td } from '#web/ui/data-table.tsx'
import { Name } from '#web/ui/name.tsx'

/** A long name wraps instead of pushing the details out of view. */
const NAME = 'min-w-24 wrap-anywhere'

/** One event of the log; its details open on demand. */
export function AuditTableRow({ event }: { event: AuditEvent }) {
  const { actor, person } = event
  return (
    <tr>
      <Td label="Time" className="whitespace-nowrap tabular-nums">
        {formatDateTime(event.at)}
      </Td>
      <Td head>
        <span className="font-semibold">{event.title}</span>
        <span className="block text-sm text-ink-3">{event.type}</span>
      </Td>
      <Td label="Done by" className={NAME}>
        {actor.id === null ? (
          <Name>{actor.name}</Name>
        ) : (
          <Link to="/admin/users/$id" params={{ id: String(actor.id) }}>
            <Name>{actor.name}</Name>
          </Link>
        )}
        {actor.kind === 'staff' ? <span className="block text-sm text-ink-3">Staff</span> : null}
      </Td>
      <Td label="User" className={NAME}>
        {person ? (
          <Link to="/admin/users/$id" params={{ id: String(person.id) }}>
            <Name>{person.name}</Name>
          </Link>
        ) : (
          'N/A'
        )}
      </Td>
      <Td label="Details">
        <RowDetails title="Details" of={`event ${event.id}`}>
          <dl className="mt-2 grid max-w-[420px] gap-1.5 text-[.84375rem]/5">
            {detailsOf(event).map(([name, value]) => (
              <div key={name}>
                <dt className="text-ink-3">{name}</dt>
                <dd className="wrap-anywhere whitespace-pre-wrap">{value}</dd>
              </div>
            ))}
          </dl>
        </RowDetails>
      </Td>
    </tr>
  )
}

function detailsOf(event: AuditEvent): [string, string][] {
  const rows: [string, string | null][] = [
    ['Event', String(event.id)],
    ['Case', event.case_id === null ? null : String(event.case_id)],
    ['Subject', event.subject],
    ['Before', json(event.before)],
    ['After', json(event.after)],
    ['Reasons', event.reasons.map(reasonLabel).join(', ') || null],
    ['Note', event.note],
    ['Address', event.ip],
    ['Request', event.request_id],
  ]
  return rows.flatMap(([name, value]) => (value === null ? [] : [[name, value] satisfies [string, string]]))
}

function json(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value, null, 1)
}

import { Link } from '@tanstack/react-router'
import type { QueueRow } from '#contract/review/review-queue.ts'
import { formatDate, relativeTime } from '#web/lib/dates.ts'
import { useMay } from '#web/lib/may.tsx'
import { formatNumber } from '#web/lib/numbers.ts'
import { DueBadge } from '#web/shared/cases/due-badge.tsx'
import { caseLink } from '#web/shared/cases/use-claim-next.ts'
import { useNow } from '#web/shared/cases/use-now.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { DataTable, TableFooter, Td, Th } from '#web/ui/data-table.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** The most urgent cases, with the way into each; null during maintenance, where the page says why it has no names. */
export function NextCases({ rows, waiting }: { rows: readonly QueueRow[] | null; waiting: number }) {
  const now = useNow()
  if (!rows)
    return (
      <Card padded>
        <p className="text-ink-2">
          Names are hidden during maintenance, because we can’t record who sees them.
        </p>
      </Card>
    )
  return (
    <Card aria-labelledby="next-cases">
      <CardHeader id="next-cases" title="Waiting for review">
        <span className="text-sm text-ink-3">Most urgent first</span>
      </CardHeader>
      {rows.length === 0 ? (
        <EmptyState title="Nothing is waiting for review" />
      ) : (
        <DataTable
          caption="Waiting for review"
          head={
            <>
              <Th>Name</Th>
              <Th>Submitted</Th>
              <Th>Promise</Th>
              <Th hidden>Action</Th>
            </>
          }
        >
          {rows.map((row) => (
            <tr key={row.id}>
              <Td head>
                <span className="sh-n">
                  <b className="font-semibold">{nameOf(row)}</b>
                  {row.email ? (
                    <span className="text-sm text-ink-3">
                      <EmailText address={row.email} />
                    </span>
                  ) : null}
                </span>
              </Td>
              <Td label="Submitted" className="whitespace-nowrap tabular-nums">
                <span className="sh-n">
                  {formatDate(row.submittedAt)}
                  {row.submittedAt ? (
                    <span className="text-sm text-ink-3">{relativeTime(row.submittedAt, now)}</span>
                  ) : null}
                </span>
              </Td>
              <Td label="Promise">
                <DueBadge dueAt={row.dueAt} dueState={row.dueState} />
              </Td>
              <Td action>
                <OpenCase row={row} />
              </Td>
            </tr>
          ))}
        </DataTable>
      )}
      <TableFooter actions={<Link to="/admin/queue">Open review queue</Link>}>
        Showing {rows.length} of {formatNumber(waiting)}
      </TableFooter>
    </Card>
  )
}

/** The way into a case: to review it, or only to read it. */
function OpenCase({ row }: { row: QueueRow }) {
  const reviews = useMay('cases.decide')
  return (
    <Link {...caseLink(row)} className={buttonClass('secondary', 'sm')}>
      {reviews ? 'Review' : 'Open'}
      <span className="sr-only"> {nameOf(row)}</span>
    </Link>
  )
}

function nameOf({ name, email, userId }: QueueRow): string {
  return name ?? email ?? `User ${userId}`
}

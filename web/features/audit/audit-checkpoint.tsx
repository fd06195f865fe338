import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '#web/lib/dates.ts'
import { formatNumber } from '#web/lib/numbers.ts'
import { Banner } from '#web/ui/banner.tsx'
import { auditCheckpointQuery } from './activity-queries.ts'

/** The last checkpoint of the log, kept outside the database, and what the last hourly check found. */
export function AuditCheckpoint() {
  const { data, error } = useQuery(auditCheckpointQuery)
  if (error)
    return (
      <Banner kind="warning" title="The checkpoints could not be read" className="mb-6">
        {error.message}
      </Banner>
    )
  if (!data) return null
  const { checkpoint, check } = data
  if (check && check.faults.length > 0)
    return (
      <Banner kind="error" title="The last hourly check found something wrong" className="mb-6">
        Checked on {formatDateTime(check.checkedAt)}. Keep the database as it is and follow “When a check
        fails” in the operations manual.
        <ul className="mt-2 list-disc pl-5">
          {check.faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      </Banner>
    )
  if (!checkpoint)
    return (
      <Banner kind="info" title="No checkpoint yet" className="mb-6">
        Every hour we check the log and sign a checkpoint of it outside the database.
      </Banner>
    )
  return (
    <Banner kind="success" title={`Checkpoint ${formatNumber(checkpoint.number)}`} className="mb-6">
      Signed on {formatDateTime(checkpoint.takenAt)} over {formatNumber(checkpoint.events)} events.
      {checkpoint.timeStampedAt ? ` Time-stamped on ${formatDateTime(checkpoint.timeStampedAt)}.` : ''}
      {check ? ` Last checked on ${formatDateTime(check.checkedAt)}: nothing wrong.` : ''}
      <div className="mt-1 break-all font-mono text-sm text-ink-2">Root {checkpoint.root}</div>
    </Banner>
  )
}

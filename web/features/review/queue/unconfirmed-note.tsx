import type { QueueListFilters } from './queries.ts'

/** How many cases stay out of the queue because the applicant has not confirmed their email, and the way to them and back. */
export function UnconfirmedNote({
  filters,
  count,
  onChange,
}: {
  filters: QueueListFilters
  count: number
  onChange: (next: QueueListFilters) => void
}) {
  if (filters.email)
    return (
      <p className="px-6 pb-4 text-ink-2">
        These applicants haven’t confirmed their email, so we don’t review them yet. The 48 hours start when
        they do.{' '}
        <button type="button" className="link" onClick={() => onChange({})}>
          Back to the queue
        </button>
      </p>
    )
  if (count === 0) return null
  return (
    <p className="px-6 pb-4 text-ink-2">
      <button type="button" className="link" onClick={() => onChange({ email: 'unconfirmed' })}>
        {count === 1 ? '1 application waits' : `${count} applications wait`} for the applicant to confirm
        their email
      </button>
    </p>
  )
}

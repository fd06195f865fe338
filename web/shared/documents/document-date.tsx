import { DateFields } from '#web/ui/date-fields.tsx'
import type { PrintedDate } from './printed-date.ts'

/** The date printed on a document, asked before its file. */
export function DocumentDate({ date, disabled }: { date: PrintedDate; disabled?: boolean }) {
  if (disabled) return null
  return (
    <div className="mt-4">
      <DateFields
        label={date.label}
        hint={date.hint}
        optional
        value={date.parts}
        onChange={date.change}
        onBlur={date.leave}
        error={date.problem}
      />
      <p className="mt-2 text-sm text-ink-3" role="status">
        {date.isSaved ? 'Date saved' : null}
      </p>
    </div>
  )
}

import { useState } from 'react'
import type { StoredDocument } from '#contract/uploads.ts'
import { addressProofAge, isExpiredOn } from '#domain/cases/document-requirements.ts'
import { londonDate, parsePlainDate } from '#domain/plain-date.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { DateFields } from '#web/ui/date-fields.tsx'
import { isDateEmpty, isoFromParts, partsFromIso } from '#web/ui/date-parts.ts'
import { rememberDocument } from './queries.ts'

/** Which date a document carries: the one the approval looks at (decisions §3). */
export type DateKind = 'issuedOn' | 'expiresOn'

const TEXT: Readonly<Record<DateKind, { label: string; hint: string }>> = {
  issuedOn: { label: 'Issue date', hint: 'The date printed on the document, for example 14 9 2026' },
  expiresOn: { label: 'Expiry date', hint: 'The date printed on the document, for example 11 2 2032' },
}

/** The date on a stored document, where the person knows it; saved as soon as it is a real date. */
export function DocumentDates({ document, kind }: { document: StoredDocument; kind: DateKind }) {
  const stored = document[kind]
  const [parts, setParts] = useState(() => partsFromIso(stored))
  const [state, setState] = useState<'idle' | 'saved' | { error: string }>('idle')

  const save = async (iso: string | null) => {
    try {
      const { issuedOn, expiresOn } = document
      const body = { issuedOn, expiresOn, [kind]: iso }
      const answer = await api('PUT /api/documents/:id/dates', { params: { id: document.id }, body })
      rememberDocument(answer.document)
      setState('saved')
    } catch (error) {
      setState({
        error: error instanceof ApiError ? error.message : 'The date could not be saved. Try again.',
      })
    }
  }

  const handleBlur = () => {
    const iso = isoFromParts(parts)
    if (iso === stored || (iso === null && !isDateEmpty(parts))) return
    void save(iso)
  }

  const failure = typeof state === 'object' ? state.error : undefined
  return (
    <div className="mt-4">
      <DateFields
        {...TEXT[kind]}
        optional
        value={parts}
        onChange={(next) => {
          setParts(next)
          setState('idle')
        }}
        onBlur={handleBlur}
        error={failure ?? dateProblem(parts, kind)}
      />
      <p className="mt-2 text-sm text-ink-3" role="status">
        {state === 'saved' ? 'Date saved' : null}
      </p>
    </div>
  )
}

/** Says at once what a reviewer would have to refuse later (decisions §3). */
function dateProblem(
  parts: { day: string; month: string; year: string },
  kind: DateKind,
): string | undefined {
  const isWhole = parts.day !== '' && parts.month !== '' && parts.year.length >= 4
  if (!isWhole) return undefined
  const date = parsePlainDate(isoFromParts(parts) ?? '')
  if (!date) return 'Enter a real date'
  const today = londonDate(new Date())
  if (kind === 'expiresOn') {
    return isExpiredOn(date, today) ? 'This document has expired. Upload one that is still valid.' : undefined
  }
  const age = addressProofAge(date, today)
  if (age === 'future_date') return 'The issue date is in the future. Check it.'
  return age === 'too_old' ? 'This document is older than 3 months. Upload a newer one.' : undefined
}

import { useState } from 'react'
import { type DocumentSlot, documentType } from '#contract/documents/documents.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import { dateProblem, earliestAddressProof } from '#domain/cases/document-problems.ts'
import { londonDate, parsePlainDate } from '#domain/plain-date.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { formatDate } from '#web/lib/dates.ts'
import { type DateParts, EMPTY_DATE, isDateEmpty, isoFromParts, partsFromIso } from '#web/ui/date-parts.ts'
import { rememberDocument } from './queries.ts'

/** Which of a document's dates is asked for: the one that decides its approval. */
type DateKind = 'issuedOn' | 'expiresOn'

/** The date printed on a document: typed before its file, sent with it, and saved if changed later. */
export interface PrintedDate {
  kind: DateKind
  label: string
  hint: string
  parts: DateParts
  change: (parts: DateParts) => void
  /** Saves the date of a stored document; without one it is sent with the file. */
  leave: () => void
  clear: () => void
  /** What is wrong with the typed date, once it is complete. */
  problem: string | undefined
  /** What prevents continuing: a wrong or incomplete date. */
  hold: string | null
  isSaved: boolean
  iso: string | null
}

/** A date that is put into the field: each time as a new one. */
export interface GivenDate {
  iso: string
}

/** The date that a slot is asked for; null for a slot without one. `given` replaces the field's value without saving it. */
export function usePrintedDate(
  slot: DocumentSlot,
  stored: StoredDocument | null,
  given: GivenDate | null,
): PrintedDate | null {
  const { date, isDateAsked } = documentType(slot)
  const kind: DateKind | undefined = isDateAsked && date
  const held = (kind && stored?.[kind]) ?? null
  const [parts, setParts] = useState(() => partsFromIso(given?.iso ?? held))
  const [saving, setSaving] = useState<'idle' | 'saved' | { error: string }>('idle')
  const [last, setLast] = useState({ given, id: stored?.id, held })
  const put = (date: string | null) => {
    setParts(partsFromIso(date))
    setSaving('idle')
  }
  if (last.given !== given || last.id !== stored?.id || last.held !== held) {
    setLast({ given, id: stored?.id, held })
    const isOther = last.id !== stored?.id
    if (given && last.given !== given) put(given.iso)
    // An earlier file is back, with its date; one that was typed meanwhile stays.
    else if (isOther && held && (isDateEmpty(parts) || isoFromParts(parts) === last.held)) put(held)
  }
  if (!kind) return null
  const iso = isoFromParts(parts)
  const refused = typeof saving === 'object' ? saving.error : undefined
  const problem = refused ?? typedProblem(slot, kind, parts)

  const save = async (document: StoredDocument) => {
    try {
      const { issuedOn, expiresOn } = document
      const body = { issuedOn, expiresOn, [kind]: iso }
      const answer = await api('PUT /api/documents/:id/dates', { params: { id: document.id }, body })
      rememberDocument(answer.document)
      setSaving('saved')
    } catch (error) {
      const failed = 'We couldn’t save the date. Try again.'
      setSaving({ error: error instanceof ApiError ? error.message : failed })
    }
  }
  return {
    kind,
    ...textOf(kind),
    parts,
    iso,
    problem,
    hold: problem ?? (iso === null && !isDateEmpty(parts) ? 'Complete the date, or clear it' : null),
    isSaved: saving === 'saved',
    change: (next) => {
      setParts(next)
      setSaving('idle')
    },
    leave: () => {
      const isWhole = iso !== null || isDateEmpty(parts)
      if (stored && isWhole && iso !== held && !typedProblem(slot, kind, parts)) void save(stored)
    },
    clear: () => {
      setParts(EMPTY_DATE)
      setSaving('idle')
    },
  }
}

function textOf(kind: DateKind): { label: string; hint: string } {
  if (kind === 'expiresOn')
    return { label: 'Expiry date', hint: 'The date printed on the document, for example 11 2 2032' }
  const earliest = formatDate(earliestAddressProof(londonDate(new Date())))
  return {
    label: 'Issue date',
    hint: `Issued on or after ${earliest}. Use the date printed on the document.`,
  }
}

/** Says while typing what the server would refuse. */
function typedProblem(slot: DocumentSlot, kind: DateKind, parts: DateParts): string | undefined {
  const isWhole = parts.day !== '' && parts.month !== '' && parts.year.length >= 4
  if (!isWhole) return undefined
  const date = parsePlainDate(isoFromParts(parts) ?? '')
  if (!date) return 'Enter a real date'
  const printed = { issuedOn: null, expiresOn: null, [kind]: date }
  return dateProblem(slot, printed, londonDate(new Date()))?.message
}

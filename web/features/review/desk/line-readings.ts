import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AdminUserDetail } from '#contract/directory/admin-users.ts'
import { type DocumentSlot, documentType } from '#contract/documents/documents.ts'
import type { PageArea, ReadField, ReadValue } from '#contract/documents/readings.ts'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { londonDate } from '#domain/plain-date.ts'
import { compareRead } from '#domain/reading/compare-read.ts'
import { differingParts } from '#domain/reading/differing-parts.ts'
import type { Answer } from '#web/lib/api.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { contradictionText, readText } from '#web/shared/documents/read-text.ts'
import type { CaseDocument, DocumentedCase } from '../selected-document.ts'
import { type ComparedRow, type DeclaredRow, declaredRows } from './declared-rows.ts'
import type { DeskLine } from './desk-lines.ts'
import { readProof } from './read-proof.ts'

/** What was read from a document of the case. */
export interface ReadEvidence {
  document: CaseDocument
  values: ReadValue[]
}

const ID_SLOTS: readonly DocumentSlot[] = ['id-front', 'id-back']

/** A line's rows, and the readings of the relevant documents. */
export interface LineComparison {
  rows: ComparedRow[]
  readings: ReadEvidence[]
  /** How many rows differ from what was read. */
  differences: number
}

/** The date that was read from a document, of the kind that decides whether it counts; null if there is none. */
export function readDateOf(
  { readings }: Pick<LineComparison, 'readings'>,
  { id, documentType: slot }: Pick<CaseDocument, 'id' | 'documentType'>,
): ReadValue | null {
  const { date } = documentType(slot)
  const reading = readings.find(({ document }) => document.id === id)
  return (date && reading && readOf(reading.values, date)) ?? null
}

/** Each line with what was read for it, by its key; no readings while they are unknown. */
export function useComparisons(
  user: AdminUserDetail,
  reviewCase: ReviewCase,
  lines: readonly DeskLine[],
): ReadonlyMap<string, LineComparison> {
  const found = useCaseReadings(user.id, reviewCase)
  const today = londonDate(new Date())
  // Every key on the desk renders it again, and comparing takes longer than the rest of that.
  return useMemo(() => {
    const all = reviewCase.items.flatMap(({ document }) => {
      const reading = document && found.get(document.id)
      return reading ? [{ document, values: reading.values }] : []
    })
    return new Map(
      lines.map((line) => {
        const readings = slotsOf(line).flatMap((slot) =>
          all.filter(({ document }) => document.documentType === slot),
        )
        const rows = comparedRows(declaredRows(line, user, today), readings)
        const differences = rows.filter(
          ({ read }) => read?.comparison?.kind === 'differs' || read?.contradicted,
        ).length
        return [line.key, { rows, readings, differences }]
      }),
    )
  }, [user, reviewCase, lines, found, today])
}

/** Returns the documents relevant to a line, the most relevant first. */
function slotsOf({ key, slot }: DeskLine): readonly DocumentSlot[] {
  if (!slot) return []
  if (key === 'address') return ['proof-of-address', ...ID_SLOTS]
  return ID_SLOTS.includes(slot) && key !== slot ? ID_SLOTS : [slot]
}

/** Returns the rows with the values read next to the declared ones. */
export function comparedRows(rows: readonly DeclaredRow[], readings: readonly ReadEvidence[]): ComparedRow[] {
  const areNamesSwapped = isWholeNameSame(rows, readings)
  return rows.map((row) => {
    const found = row.field && foundOf(readings, row.field)
    if (!found) return row
    const shown = typeof row.value === 'string' ? row.value : null
    const comparison =
      areNamesSwapped && NAME_FIELDS.includes(found.field)
        ? ({ kind: 'fits' } as const)
        : compareRead(found.field, declaredText(row), found.value, found.isCutOff)
    const text = found.text ?? readText(found)
    // Compared as stored, marked as shown.
    const parts = comparison?.kind === 'differs' && shown ? differingParts(shown, text) : null
    // A declared date may be fine while the one on the document isn't.
    const check = comparison?.kind === 'differs' ? row.checkOf?.(found.value) : undefined
    const proof = readProof(found)
    const said = contradictionText(found)
    const contradicted = said
      ? { text: said, check: found.contradicted?.by === 'print' ? 'Print differs' : 'Sides differ' }
      : null
    return { ...row, read: { text, comparison, parts, proof, contradicted, ...(check && { check }) } }
  })
}

const NAME_FIELDS: readonly ReadField[] = ['givenNames', 'surname']

function declaredText({ plain, value }: DeclaredRow): string | null {
  if (typeof plain === 'string') return plain
  return typeof value === 'string' ? value : null
}

/** Whether first and last names were swapped: together they are the name that was read. */
function isWholeNameSame(rows: readonly DeclaredRow[], readings: readonly ReadEvidence[]): boolean {
  const declared = NAME_FIELDS.map((field) => rows.find((row) => row.field === field))
  const read = NAME_FIELDS.map((field) => foundOf(readings, field))
  const ours = declared.map((row) => (row ? declaredText(row) : null))
  const theirs = read.map((found) => found?.value ?? '')
  const differs = (field: ReadField, text: string | null, other: string) =>
    compareRead(field, text, other)?.kind === 'differs'
  return (
    NAME_FIELDS.every((field, at) => differs(field, ours[at] ?? null, theirs[at] ?? '')) &&
    !differs('givenNames', ours.join(' '), theirs.join(' '))
  )
}

/** Returns a field's first value, or the first that check digits prove: a card's back proves what its front prints. */
function foundOf(readings: readonly ReadEvidence[], field: ReadField): ReadValue | undefined {
  const found = readings.flatMap(({ values }) => readOf(values, field) ?? [])
  return found.find(({ proof }) => proof === 'right') ?? found[0]
}

/** Returns where a line's value is on the shown page: the area around all of them, if there are several. */
export function areaOf(
  { rows, readings }: Pick<LineComparison, 'rows' | 'readings'>,
  documentId: string,
): PageArea | null {
  const shown = readings.find(({ document }) => document.id === documentId)
  const areas = rows.flatMap(({ field }) => (field && shown && readOf(shown.values, field)?.area) || [])
  const [first] = areas
  if (!first) return null
  const left = Math.min(...areas.map((area) => area.left))
  const top = Math.min(...areas.map((area) => area.top))
  const right = Math.max(...areas.map((area) => area.left + area.width))
  const bottom = Math.max(...areas.map((area) => area.top + area.height))
  return { page: first.page, left, top, width: right - left, height: bottom - top }
}

function readOf(values: readonly ReadValue[], field: ReadField): ReadValue | undefined {
  return values.find((value) => value.field === field)
}

/** A document is read within seconds or minutes of its upload, and nothing notifies the desk. */
const ASK_EVERY_MS = 5_000

type CaseReading = Answer<'GET /api/admin/users/:id/readings'>['readings'][number]

/**
 * What was read from a case's documents, by their ids; empty while unknown. Refetched whenever there is another
 * document.
 */
export function useCaseReadings(
  userId: number,
  { kind, items }: DocumentedCase,
): ReadonlyMap<string, CaseReading> {
  const query = endpointQuery('GET /api/admin/users/:id/readings', {
    params: { id: userId },
    query: { kind },
  })
  const documents = items.flatMap(({ document, formerDocuments }) => [
    ...(document ? [document.id] : []),
    ...formerDocuments.map(({ id }) => id),
  ])
  const { data } = useQuery({
    ...query,
    queryKey: [...query.queryKey, documents.toSorted()],
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.readings.some((reading) => reading.state === 'waiting') ? ASK_EVERY_MS : false,
  })
  return useMemo(() => new Map(data?.readings.map((reading) => [reading.documentId, reading])), [data])
}

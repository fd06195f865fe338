import { useQueries } from '@tanstack/react-query'
import type { PageArea, ReadField, ReadValue } from '#contract/documents/readings.ts'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { compareRead } from '#domain/reading/compare-read.ts'
import { differingParts } from '#domain/reading/differing-parts.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { readText } from '#web/shared/documents/read-text.ts'
import { type CaseDocument, currentDocument } from '../selected-document.ts'
import type { ComparedRow, DeclaredRow } from './declared-rows.ts'
import type { DeskLine } from './desk-lines.ts'

/** What was read from a document of the case. */
export interface ReadEvidence {
  document: CaseDocument
  values: ReadValue[]
}

const ID_SLOTS = ['id-front', 'id-back'] as const

/** What was read from the documents that have something to say of a line; empty while nothing is known. */
export function useLineReadings(reviewCase: ReviewCase, line: DeskLine | undefined): ReadEvidence[] {
  const slots = !line?.slot
    ? []
    : line.key === 'address'
      ? (['proof-of-address', ...ID_SLOTS] as const)
      : line.slot === 'id-front' || line.slot === 'id-back'
        ? line.key === line.slot
          ? [line.slot]
          : ID_SLOTS
        : [line.slot]
  const documents = slots.flatMap((slot) => currentDocument(reviewCase.items, slot) ?? [])
  return useQueries({
    queries: documents.map(({ id }) =>
      endpointQuery('GET /api/admin/documents/:id/reading', { params: { id } }),
    ),
    combine: (found) =>
      found.flatMap(({ data }, index) => {
        const document = documents[index]
        return data && document ? [{ document, values: data.values }] : []
      }),
  })
}

/** The rows with what was read beside what was declared. */
export function comparedRows(rows: readonly DeclaredRow[], readings: readonly ReadEvidence[]): ComparedRow[] {
  return rows.map((row) => {
    const found =
      row.field && readings.map(({ values }) => readOf(values, row.field as ReadField)).find(Boolean)
    if (!found) return row
    const shown = typeof row.value === 'string' ? row.value : null
    const comparison = compareRead(
      found.field,
      typeof row.plain === 'string' ? row.plain : shown,
      found.value,
    )
    const text = readText(found)
    // Compared as they are kept, marked as they are shown.
    const parts = comparison?.kind === 'differs' && shown ? differingParts(shown, text) : null
    return { ...row, read: { text, comparison, parts } }
  })
}

/** Where on the shown page a line’s value stands: around all of them, where there are several. */
export function areaOf(
  rows: readonly DeclaredRow[],
  readings: readonly ReadEvidence[],
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

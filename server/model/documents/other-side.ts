import type { ReadValue } from '#contract/documents/readings.ts'
import { compareSides, type PrintComparison } from '#domain/reading/code-and-print.ts'
import { currentDocuments } from '#server/model/cases/documents.ts'
import type { DocumentRow } from '#server/model/schema/documents.ts'
import type { Db } from '#server/platform/database/database.ts'
import { findReading, type StoredReading } from './document-readings.ts'

type Side = 'id-front' | 'id-back'
const OTHER_SIDE: Readonly<Partial<Record<string, Side>>> = { 'id-front': 'id-back', 'id-back': 'id-front' }

/** The other side of a card, and how it compares with what was read on this one. */
export interface OtherSide extends PrintComparison {
  side: Side
}

/** Compares a current side of an ID document with the other one; undefined if one of them is missing or says nothing. */
export async function compareWithOtherSide(
  db: Db,
  row: DocumentRow,
  reading: StoredReading,
): Promise<OtherSide | undefined> {
  const side = OTHER_SIDE[row.slot]
  if (!side || row.supersededAt || reading.found.values.length === 0) return undefined
  const other = (await currentDocuments(db, row.userId)).find(
    ({ slot, kind, docType }) => slot === side && kind === row.kind && docType === row.docType,
  )
  const values = (other && (await findReading(db, other.id)))?.found.values ?? []
  return values.length > 0 ? { ...compareSides(reading.found.values, values), side } : undefined
}

/** Marks the values that the print next to their code, or the document’s other side, contradicts. */
export function withContradictions(
  { found: { values, printed } }: StoredReading,
  otherSide: OtherSide | undefined,
): ReadValue[] {
  return values.map((value) => {
    const { field } = value
    const [by, comparison] = printed?.differs.includes(field)
      ? (['print', printed] as const)
      : ([otherSide?.side, otherSide] as const)
    if (!by || !comparison?.differs.includes(field)) return value
    const said = comparison.says?.[field]
    return { ...value, contradicted: { by, ...(said && { value: said }) } }
  })
}

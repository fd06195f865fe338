import { type DocType, type DocumentSlot, documentType } from '#contract/documents/documents.ts'
import type { DocumentSignal, SignalName } from '#contract/documents/readings.ts'
import type { Case } from '#domain/cases/case.ts'
import { londonDate } from '#domain/plain-date.ts'
import type { ShownSignal } from '#domain/reading/decided-signals.ts'
import { documentSignals } from '#domain/reading/signals.ts'
import { currentDocuments } from '#server/model/cases/documents.ts'
import type { DocumentRow } from '#server/model/schema/documents.ts'
import type { Db } from '#server/platform/database/database.ts'
import { findReading, NUMBER_PLACE, type StoredReading } from './document-readings.ts'
import { countElsewhere } from './readings.sql.ts'

/** What a reviewer is told of a document that was read, without the signals that are switched `off`. */
export async function signalsOf(
  db: Db,
  row: DocumentRow,
  { found, look }: StoredReading,
  off: readonly SignalName[],
): Promise<DocumentSignal[]> {
  const number = found.values.find(({ field }) => field === 'number')?.value
  const { rows } = await countElsewhere(db, [
    row.userId,
    look,
    number ? db.$fields.formsOf(number, NUMBER_PLACE) : [],
  ])
  const group = documentType(row.slot as DocumentSlot).group === 'proof' ? 'proof' : 'id'
  return documentSignals(
    {
      ...found,
      isPdf: row.mime === 'application/pdf',
      docType: row.docType as DocType | null,
      group,
      expiresOn: row.expiresOn,
      sentOn: londonDate(row.createdAt),
      elsewhere: rows[0] ?? { pictures: 0, numbers: 0 },
    },
    off,
  )
}

/** The signals of every item of a case that rests on a document, as its desk shows them now. */
export async function shownSignals(
  db: Db,
  { userId, current: { kind, items } }: { userId: number; current: Case },
  off: readonly SignalName[],
): Promise<ShownSignal[]> {
  const shown: ShownSignal[] = []
  for (const row of await currentDocuments(db, userId, kind)) {
    const item = items.find(({ key }) => key === row.slot)
    const reading = item && (await findReading(db, row.id))
    if (!reading) continue
    for (const { name, version, look } of await signalsOf(db, row, reading, off))
      shown.push({ item: item.key, document: row.id, name, version, look })
  }
  return shown
}

import { and, eq } from 'drizzle-orm'
import { DocumentSlot } from '#contract/documents/document-schemas.ts'
import { type DocType, documentType } from '#contract/documents/documents.ts'
import {
  type DocumentSignal,
  type LinkedSignal,
  NAMED_CASES,
  type SignalName,
} from '#contract/documents/readings.ts'
import { CaseKind, CaseState } from '#contract/verification/cases.ts'
import type { Case } from '#domain/cases/case.ts'
import { isWithUs } from '#domain/cases/case-waiting.ts'
import { londonDate } from '#domain/plain-date.ts'
import type { ShownSignal } from '#domain/reading/decided-signals.ts'
import { documentSignals, type FaceStanding } from '#domain/reading/signals.ts'
import type { Config } from '#server/config.ts'
import { currentDocuments, looksBy } from '#server/model/cases/documents.ts'
import { namesOf, unnamed } from '#server/model/people/names.ts'
import { cases } from '#server/model/schema/cases.ts'
import type { DocumentRow } from '#server/model/schema/documents.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Services } from '#server/services.ts'
import { findReading, NUMBER_PLACE, type StoredReading } from './document-readings.ts'
import { compareWithOtherSide } from './other-side.ts'
import { countElsewhere, selectElsewhere } from './readings.sql.ts'

/** The operator's settings for signals. */
type SignalConfig = Pick<Config, 'signalsOff' | 'faceComparison'>

/** From this version on, the reader looks for a grid in a PDF's own picture rather than in its drawn page. */
const READS_PDF_PICTURES = 7

/** The signals of a document that was read, without those that are switched off. */
export async function signalsOf(
  db: Db,
  row: DocumentRow,
  reading: StoredReading,
  config: SignalConfig,
): Promise<DocumentSignal[]> {
  const { found, look } = reading
  const { rows } = await countElsewhere(db, [row.userId, look, numbersOf(db, found)])
  const { group } = documentType(DocumentSlot.parse(row.slot))
  const isPdf = row.mime === 'application/pdf'
  return documentSignals(
    {
      ...found,
      // Older readers searched the drawn page, whose size destroys a grid.
      grid: isPdf && reading.reader < READS_PDF_PICTURES ? null : found.grid,
      isPdf,
      docType: row.docType as DocType | null,
      group,
      expiresOn: row.expiresOn,
      sentOn: londonDate(row.createdAt),
      elsewhere: rows[0] ?? { pictures: 0, numbers: 0 },
      sides: await compareWithOtherSide(db, row, reading),
      comparison: await faceStanding(db, row, reading, config),
    },
    config.signalsOff,
  )
}

/**
 * The state of a current selfie's comparison; undefined if faces aren't compared. A result for a former ID
 * photo doesn't count.
 */
async function faceStanding(
  db: Db,
  row: DocumentRow,
  { likeness }: StoredReading,
  { faceComparison }: SignalConfig,
): Promise<FaceStanding | undefined> {
  if (!faceComparison || row.slot !== 'selfie' || row.supersededAt) return undefined
  if ((await faceChoiceOf(db, row.userId))?.byPeopleAt) return 'by_people_only'
  const portrait = (await currentDocuments(db, row.userId)).find(({ slot }) => slot === 'id-front')
  if (!likeness || likeness.portrait !== portrait?.id) return 'not_compared'
  return likeness.likeness ?? 'none'
}

/** Signals that are evaluated each time they are shown; all others are found when the document is read. */
const LOOKED_UP: readonly SignalName[] = ['expiry', 'code_and_print', 'same_picture', 'same_number']

/**
 * The same signals, each with its time, and those about pictures and numbers with the cases they refer to, for
 * a reader.
 */
export async function linkSignals(
  db: Db,
  row: DocumentRow,
  { found, look, likeness, readAt }: StoredReading,
  { signals, readerId, now }: { signals: readonly DocumentSignal[]; readerId: number; now: Date },
): Promise<LinkedSignal[]> {
  const isFound = signals.some(
    ({ name, look }) => (name === 'same_picture' || name === 'same_number') && look === 'look_closer',
  )
  const others = isFound
    ? (await selectElsewhere(db, [[row.userId, readerId], look, numbersOf(db, found)])).rows
    : []
  const names = await namesOf(db, [...new Set(others.map(({ user_id }) => Number(user_id)))])
  const casesOf = (name: SignalName): Pick<LinkedSignal, 'cases' | 'moreCases'> => {
    const all = others.filter(({ signal }) => signal === name)
    const cases = all.slice(0, NAMED_CASES).map(({ user_id, kind, slot }) => ({
      userId: Number(user_id),
      name: names.get(Number(user_id)) ?? unnamed(Number(user_id)),
      kind: CaseKind.parse(kind),
      slot: DocumentSlot.parse(slot),
    }))
    return { cases, moreCases: all.length - cases.length }
  }
  const atOf = ({ name, look }: DocumentSignal): string => {
    if (name === 'face_likeness' && likeness && look !== 'no_reading') return likeness.comparedAt
    return (name === 'face_likeness' || LOOKED_UP.includes(name) ? now : readAt).toISOString()
  }
  return signals.map((signal) => ({ ...signal, at: atOf(signal), ...casesOf(signal.name) }))
}

/** The stored forms of a document's number, under any key in use. */
function numbersOf(db: Db, { values }: StoredReading['found']): string[] {
  const number = values.find(({ field }) => field === 'number')?.value
  return number ? db.$fields.formsOf(number, NUMBER_PLACE) : []
}

/**
 * The signals of each document that one of a case's deciders had on screen, as its desk shows them now: they stand
 * next to the document, so no one reads those of another.
 */
export async function shownSignals(
  db: Db,
  { userId, current: { kind, items } }: { userId: number; current: Case },
  deciders: readonly number[],
  config: SignalConfig,
): Promise<ShownSignal[]> {
  const rows = await currentDocuments(db, userId, kind)
  const seen = new Set<string>()
  for (const decider of deciders)
    for (const [id, look] of await looksBy(db, decider, rows)) if (look !== 'none') seen.add(id)
  const shown: ShownSignal[] = []
  for (const row of rows.filter(({ id }) => seen.has(id))) {
    const item = items.find(({ key }) => key === row.slot)
    const reading = item && (await findReading(db, row.id))
    if (!reading) continue
    for (const { name, version, look } of await signalsOf(db, row, reading, config))
      shown.push({ item: item.key, document: row.id, name, version, look })
  }
  return shown
}

/** What someone was told about the comparison of faces, what they want, and whether reviewers have their photos. */
interface FaceChoice {
  toldAt: Date | null
  byPeopleAt: Date | null
  isSubmitted: boolean
}

/** From a person's case; undefined if none is started. */
export async function faceChoiceOf(db: Db, userId: number): Promise<FaceChoice | undefined> {
  const [row] = await db
    .select({ toldAt: cases.facesToldAt, byPeopleAt: cases.facesByPeopleAt, state: cases.state })
    .from(cases)
    .where(and(eq(cases.userId, userId), eq(cases.kind, 'consumer')))
  if (!row) return undefined
  const { state, ...choice } = row
  return { ...choice, isSubmitted: isWithUs(CaseState.parse(state)) }
}

/**
 * Queues the comparison of someone's selfie with their ID photo if the operator wants it; the job checks
 * whether the person was told and agrees.
 */
export async function enqueueComparison(
  { config, jobs }: Pick<Services, 'config' | 'jobs'>,
  tx: Db,
  userId: number,
): Promise<void> {
  if (!config.faceComparison) return
  const selfie = (await currentDocuments(tx, userId)).find(({ slot }) => slot === 'selfie')
  // A key of its own, because the job from the upload may still be waiting.
  if (selfie)
    await jobs.enqueue(tx, 'read-document', { documentId: selfie.id }, { key: `compare ${selfie.id}` })
}

import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import {
  type DocType,
  type DocumentSlot,
  documentType,
  isDocumentSlot,
} from '#contract/documents/documents.ts'
import type { ReadingState } from '#contract/documents/readings.ts'
import { londonDate } from '#domain/plain-date.ts'
import { fileTraces } from '#domain/reading/file-traces.ts'
import type { RawReading } from '#domain/reading/raw-reading.ts'
import { type MadeOutDocument, readDocument } from '#domain/reading/read-document.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { isPdf } from '#server/model/cases/documents.ts'
import { findReading, storeReading } from '#server/model/documents/document-readings.ts'
import type { FaceComparisonPort } from '#server/model/faces/face-comparison-port.ts'
import { FACE_READER_VERSION, FaceReader } from '#server/model/faces/face-reader.ts'
import { DocumentReader, READER_VERSION, type ReadingTask } from '#server/model/reading/document-reader.ts'
import type { PictureLook } from '#server/model/reading/picture-look.ts'
import { type DocumentRow, documents, type FoundReading } from '#server/model/schema/documents.ts'
import type { Services } from '#server/services.ts'
import { compareWithPortrait } from '../faces/compare-with-portrait.ts'
import { openStored, seenPicture } from './seen-picture.ts'

/** Bytes of a file: metadata about its origin is at its beginning. */
const START_BYTES = 128 * 1024
const NOTHING: MadeOutDocument = { values: [], digits: null, printed: null }

/**
 * Whether a machine examines a document: on one with dates text is read, and on a selfie the faces are counted.
 * Companies' documents are left to people.
 */
export function isLookedAt({ slot }: Pick<DocumentRow, 'slot'>): boolean {
  return isDocumentSlot(slot) && documentType(slot).group !== 'other'
}

/** Whether text is read from it. */
export function isRead({ slot }: Pick<DocumentRow, 'slot'>): boolean {
  return isLookedAt({ slot }) && !isSelfie({ slot })
}

function isSelfie({ slot }: Pick<DocumentRow, 'slot'>): boolean {
  return documentType(slot as DocumentSlot).group === 'selfie'
}

/** The machine readers, each in a separate process. */
export interface MachineReaders {
  documents: DocumentReader
  faces: Pick<FaceReader, 'count'> & FaceComparisonPort
}

/**
 * Reads a document; on a selfie, counts the faces and compares them with the ID photo if that is enabled.
 * Idempotent.
 */
export async function readByMachine(
  services: Services,
  readers: MachineReaders,
  documentId: string,
): Promise<void> {
  const { db } = services.database
  const [row] = await db.select().from(documents).where(eq(documents.id, documentId))
  if (!row || row.supersededAt || !isLookedAt(row)) return
  await lookOnce(services, readers, row)
  if (isSelfie(row)) await compareWithPortrait(services, readers.faces, row)
}

/**
 * Reads a document, or counts a selfie's faces, and stores the result with its event, encrypted and bound to
 * it. Does nothing if this version of the reader has examined it already.
 */
async function lookOnce(services: Services, readers: MachineReaders, row: DocumentRow): Promise<void> {
  const { database, now } = services
  const documentId = row.id
  const version = isSelfie(row) ? FACE_READER_VERSION : READER_VERSION
  const known = await findReading(database.db, documentId)
  if (known && known.reader >= version) return
  const { state, look, ...found } = isSelfie(row)
    ? await countedFaces(services, readers.faces, row)
    : await readAsDocument(services, readers.documents, row)
  const traces = fileTraces(await startOf(await openStored(services, row, row.storageKey)), isPdf(row))
  await database.transaction(async (tx) => {
    const [still] = await tx
      .select({ id: documents.id })
      .from(documents)
      .where(eq(documents.id, documentId))
      .for('share')
    if (!still) return
    const at = now()
    await storeReading(tx, {
      documentId,
      state,
      reader: version,
      look: look?.hash ?? null,
      found: { ...found, colour: look?.colour ?? null, traces },
      readAt: at,
    })
    await recordEvent(tx, {
      at,
      type: 'document.read',
      actor: { kind: 'system' },
      userId: row.userId,
      subject: `document:${documentId}`,
      after: {
        slot: row.slot,
        state,
        reader: version,
        fields: found.values.map(({ field }) => field),
      },
    })
  })
}

/** The result, before the file's origin is known. */
interface Finding extends Omit<FoundReading, 'colour' | 'traces'> {
  state: ReadingState
  look: PictureLook | null
}

async function readAsDocument(
  services: Services,
  reader: DocumentReader,
  row: DocumentRow,
): Promise<Finding> {
  const read = (raw: RawReading | null) =>
    raw ? readDocument(raw, kindOf(row), londonDate(services.now())) : NOTHING
  const text = await textOf(services, reader, row)
  const told = read(text)
  if (told.values.length > 0) return { ...told, state: 'read', look: null, grid: null }
  const raw = await reader.read(await seenPicture(services, row), taskOf(row))
  const found = read(raw)
  const state = !raw ? 'failed' : found.values.length > 0 ? 'read' : 'nothing'
  const grid = await gridOf(services, reader, row, raw)
  return { ...found, state, look: raw?.look ?? null, grid }
}

/** Drawing a PDF's page changes its size, which destroys a screen's grid, so the PDF's own picture is used. */
async function gridOf(
  services: Services,
  reader: DocumentReader,
  row: DocumentRow,
  raw: RawReading | null,
): Promise<number | null> {
  if (!isPdf(row)) return raw?.grid ?? null
  if (kindOf(row) === 'letter') return null
  return (await reader.read(await givenFile(services, row), 'grid'))?.grid ?? null
}

/** Of a selfie only the number of faces is stored, and the size and clarity of the largest. */
async function countedFaces(
  services: Services,
  reader: Pick<FaceReader, 'count'>,
  row: DocumentRow,
): Promise<Finding> {
  const counted = await reader.count(await seenPicture(services, row))
  const state = counted ? 'nothing' : 'failed'
  return { ...NOTHING, state, faces: counted?.faces ?? null, look: counted?.look ?? null }
}

/**
 * The text of a letter that is a PDF. An ID is proven by what is printed on it, and a scan's text was added by
 * its machine; if the text gives nothing, the page is read as a picture.
 */
async function textOf(
  services: Services,
  reader: DocumentReader,
  row: DocumentRow,
): Promise<RawReading | null> {
  if (!isPdf(row) || kindOf(row) !== 'letter') return null
  return reader.read(await givenFile(services, row), 'text')
}

async function givenFile(services: Services, row: DocumentRow): Promise<Buffer> {
  return buffer(await openStored(services, row, row.storageKey))
}

function kindOf({ slot, docType }: DocumentRow): 'id' | 'licence' | 'letter' {
  if (documentType(slot as DocumentSlot).group === 'proof') return 'letter'
  return (docType as DocType | null) === 'drivingLicence' ? 'licence' : 'id'
}

function taskOf(row: DocumentRow): ReadingTask {
  const kind = kindOf(row)
  if (kind !== 'id') return 'print'
  return row.slot === 'id-back' ? 'code' : 'both'
}

async function startOf(stream: Readable): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of stream as AsyncIterable<Buffer>) {
    parts.push(part)
    bytes += part.length
    if (bytes >= START_BYTES) break
  }
  return Buffer.concat(parts).toString('latin1', 0, START_BYTES)
}

/** Registers the reading of documents: one at a time, because the rest of the server needs the processors too. */
export function registerReadingJobs(services: Services): void {
  const readers = { documents: new DocumentReader(), faces: new FaceReader() }
  services.jobs.handle('read-document', { concurrency: 1 }, ({ documentId }) =>
    readByMachine(services, readers, documentId),
  )
}

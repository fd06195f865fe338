import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import {
  type DocType,
  type DocumentSlot,
  documentType,
  isDocumentSlot,
} from '#contract/documents/documents.ts'
import { londonDate } from '#domain/plain-date.ts'
import { fileTraces } from '#domain/reading/file-traces.ts'
import type { RawReading } from '#domain/reading/raw-reading.ts'
import { type MadeOutDocument, readDocument } from '#domain/reading/read-document.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { documentBinding } from '#server/model/documents/document-proof.ts'
import { findReading, storeReading } from '#server/model/documents/document-readings.ts'
import { type DocumentReader, READER_VERSION } from '#server/model/reading/document-reader.ts'
import type { ReadingTask } from '#server/model/reading/reading-tasks.ts'
import { type DocumentRow, documents } from '#server/model/schema/documents.ts'
import type { Services } from '#server/services.ts'

/** Of a file: what tells how it was made stands at its beginning. */
const START_BYTES = 128 * 1024
const NOTHING: MadeOutDocument = { values: [], digits: null, printFits: null }

/** Whether a document is read: one that bears a date proves something in words. Faces and papers of companies are left to people. */
export function isRead({ slot }: Pick<DocumentRow, 'slot'>): boolean {
  return isDocumentSlot(slot) && ['id', 'proof'].includes(documentType(slot).group)
}

/**
 * Reads a document and keeps what it says, encrypted and bound to it, with its event. Again for one that this version of the reader
 * has read, or that is gone or replaced, does nothing.
 */
export async function readByMachine(
  services: Services,
  reader: DocumentReader,
  documentId: string,
): Promise<void> {
  const { database, now } = services
  const [row] = await database.db.select().from(documents).where(eq(documents.id, documentId))
  if (!row || row.supersededAt || !isRead(row)) return
  const known = await findReading(database.db, documentId)
  if (known && known.reader >= READER_VERSION) return
  const raw = await see(services, reader, row)
  const today = londonDate(now())
  const reading = raw ? readDocument(raw, kindOf(row), today) : NOTHING
  const state = !raw ? 'failed' : reading.values.length > 0 ? 'read' : 'nothing'
  const traces = fileTraces(
    await startOf(await open(services, row, row.storageKey)),
    row.mime === 'application/pdf',
  )
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
      reader: READER_VERSION,
      look: raw?.look?.hash ?? null,
      found: { ...reading, colour: raw?.look?.colour ?? null, traces },
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
        reader: READER_VERSION,
        fields: reading.values.map(({ field }) => field),
      },
    })
  })
}

/** What the reader sees: the text of a PDF, or its first page as a picture where it has none. */
async function see(services: Services, reader: DocumentReader, row: DocumentRow): Promise<RawReading | null> {
  if (row.renditionKey)
    return reader.read(await buffer(await open(services, row, row.renditionKey)), taskOf(row))
  const text = await reader.read(await buffer(await open(services, row, row.storageKey)), 'text')
  if (text && text.words.length > 0) return text
  const file = { key: row.storageKey, bytes: row.bytes, wrapped: row, binding: documentBinding(row) }
  const page = await services.files.drawPage(file, 1, { person: String(row.userId) })
  return reader.read(page, taskOf(row))
}

function open({ files }: Services, row: DocumentRow, key: string): Promise<Readable> {
  return files.open(key, row, documentBinding(row))
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

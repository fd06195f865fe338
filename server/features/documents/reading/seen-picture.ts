import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { documentBinding } from '#server/model/documents/document-proof.ts'
import type { DocumentRow } from '#server/model/schema/documents.ts'
import type { Services } from '#server/services.ts'

/** What a reader is given of a document: our own picture of it, or of its first page, and never the file that was sent. */
export async function seenPicture(services: Services, row: DocumentRow): Promise<Buffer> {
  if (row.renditionKey) return buffer(await openStored(services, row, row.renditionKey))
  const file = { key: row.storageKey, bytes: row.bytes, wrapped: row, binding: documentBinding(row) }
  return services.files.drawPage(file, 1, { person: String(row.userId) })
}

/** A stored file of a document. */
export function openStored({ files }: Services, row: DocumentRow, key: string): Promise<Readable> {
  return files.open(key, row, documentBinding(row))
}

import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { documentBinding } from '#server/model/documents/document-proof.ts'
import type { DocumentRow } from '#server/model/schema/documents.ts'
import type { Services } from '#server/services.ts'

/** The picture of a document for a reader: our own rendition, or its first page's, never the file that was sent. */
export async function seenPicture(services: Services, row: DocumentRow): Promise<Buffer> {
  if (row.renditionKey) return buffer(await openStored(services, row, row.renditionKey))
  const file = { key: row.storageKey, bytes: row.bytes, wrapped: row, binding: documentBinding(row) }
  return services.files.drawPage(file, 1, { person: String(row.userId) })
}

/** Opens a document's stored file. */
export function openStored({ files }: Services, row: DocumentRow, key: string): Promise<Readable> {
  return files.open(key, row, documentBinding(row))
}

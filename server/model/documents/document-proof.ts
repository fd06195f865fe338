import { createHash } from 'node:crypto'
import type { DocumentRow, UploadPartRow } from '#server/model/schema/documents.ts'
import type { DataExportRow } from '#server/model/schema/privacy.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Binding, DamagedFileError } from '#server/platform/files/envelope.ts'
import type { FileVault } from '#server/platform/files/file-vault.ts'
import { selectUploads } from './documents.sql.ts'

/** Why a stored document isn't the one that its person uploaded. */
export type DocumentFault = 'no_upload' | 'hash' | 'pages' | 'replaced' | 'key' | 'content'

/** The same in words, for those who investigate. */
export const DOCUMENT_FAULTS: Record<DocumentFault, string> = {
  no_upload: 'the audit log has no upload of it by this person',
  hash: 'its hash is not the one in the audit log',
  pages: 'it has another number of pages than the audit log says',
  replaced: 'the audit log says that it was replaced, and it is in use',
  key: 'its key belongs to another file',
  content: 'its content is not what was uploaded',
}

type BoundColumns = Pick<
  DocumentRow,
  'id' | 'userId' | 'kind' | 'slot' | 'sha256' | 'storageKey' | 'renditionKey'
>
type ProvenColumns = BoundColumns & Pick<DocumentRow, 'wrappedKey' | 'keyId' | 'supersededAt' | 'pages'>
type Files = Pick<FileVault, 'open' | 'isBound' | 'opensFor'>

/**
 * What a document's key is bound to: this document of this person, with these files and this content (security
 * R47).
 */
export function documentBinding(row: BoundColumns): Binding {
  const { id, userId, kind, slot, sha256, storageKey, renditionKey } = row
  return ['document', id, String(userId), kind, slot, sha256, storageKey, renditionKey ?? '']
}

/**
 * What is wrong with a document, compared with its upload in the ledger and its key's binding; undefined if
 * nothing.
 */
export async function documentFault(
  db: Db,
  files: Files,
  row: ProvenColumns,
): Promise<DocumentFault | undefined> {
  return (await documentFaults(db, files, [row])).get(row.id)
}

/** The faults of several documents, by id; sound ones are left out. */
export async function documentFaults(
  db: Db,
  files: Files,
  rows: readonly ProvenColumns[],
): Promise<Map<string, DocumentFault>> {
  const uploads = await uploadsOf(db, rows)
  const faults = new Map<string, DocumentFault>()
  for (const row of rows) {
    const fault = auditLogFault(row, uploads.get(row.id)) ?? (await fileFault(files, row))
    if (fault) faults.set(row.id, fault)
  }
  return faults
}

interface Upload {
  sha256: string
  slot: string
  /** For a PDF; null for pictures, and for uploads of former releases, which recorded none. */
  pages: number | null
  isReplaced: boolean
}

/**
 * The first upload of each document in the ledger; a later one with the same id isn't an upload of ours. A
 * visitor's uploads are recorded under their provisional user, whom the claim names.
 */
async function uploadsOf(db: Db, rows: readonly ProvenColumns[]): Promise<Map<string, Upload>> {
  if (rows.length === 0) return new Map()
  const { rows: found } = await selectUploads(db, [
    rows.map(({ id }) => id),
    rows.map(({ userId }) => userId),
  ])
  return new Map(found.map((row) => [row.id, row]))
}

function auditLogFault(row: ProvenColumns, upload: Upload | undefined): DocumentFault | undefined {
  if (!upload || upload.slot !== row.slot) return 'no_upload'
  if (upload.sha256 !== row.sha256) return 'hash'
  if (upload.pages !== null && upload.pages !== row.pages) return 'pages'
  return upload.isReplaced && row.supersededAt === null ? 'replaced' : undefined
}

/** A former release's key isn't bound, so the content itself must be what was uploaded. */
async function fileFault(files: Files, row: ProvenColumns): Promise<DocumentFault | undefined> {
  const binding = documentBinding(row)
  if (!files.opensFor(row, binding)) return 'key'
  if (files.isBound(row)) return undefined
  try {
    const hash = createHash('sha256')
    for await (const chunk of await files.open(row.storageKey, row, binding)) hash.update(chunk)
    return hash.digest('hex') === row.sha256 ? undefined : 'content'
  } catch (error) {
    if (error instanceof DamagedFileError) return 'content'
    throw error
  }
}

/** What the key of an upload's part is bound to: this place in this upload (security R47). */
export function partBinding({
  uploadId,
  start,
  storageKey,
}: Pick<UploadPartRow, 'uploadId' | 'start' | 'storageKey'>): Binding {
  return ['upload-part', uploadId, String(start), storageKey]
}

/** What an export's key is bound to: this copy of this person's data (security R47). */
export function exportBinding({ id, userId }: Pick<DataExportRow, 'id' | 'userId'>, key: string): Binding {
  return ['export', id, String(userId), key]
}

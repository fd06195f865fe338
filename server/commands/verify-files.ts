import { createHash } from 'node:crypto'
import { gt } from 'drizzle-orm'
import pLimit from 'p-limit'
import { DOCUMENT_FAULTS, documentBinding, documentFault } from '#server/model/documents/document-proof.ts'
import { type DocumentRow, documents } from '#server/model/schema/documents.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { FileVault } from '#server/platform/files/file-vault.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { type Command, counted, refuseMore } from './command.ts'

const PAGE = 500
/** Files read at once: enough to keep a disk or a bucket busy. */
const AT_ONCE = 4

/**
 * Reads every stored document back, decrypts it and compares it with its row: to be run after a restore
 * (security B18).
 */
export const verifyFiles: Command = {
  usage: [['verify-files', 'read every stored document back and compare it with its row']],
  parse: (words) => {
    refuseMore(words)
    return async ({ database, openFiles }) => {
      const files = await openFiles()
      const { faults, checked } = await checkFiles(database, files).finally(() => files.close())
      const says = faults.length
        ? `${faults.length} of ${counted(checked, 'file')} ${faults.length === 1 ? 'is' : 'are'} missing or damaged.`
        : `All files are whole: ${checked} checked.`
      return { says, faults }
    }
  },
}

/**
 * Reads every document in a database from the vault and compares it with its row and the ledger. Throws a
 * sentence if the store is away, which says nothing about any file.
 */
export async function checkFiles(
  database: Database,
  files: Pick<FileVault, 'open' | 'isBound' | 'opensFor'>,
): Promise<{ checked: number; faults: string[] }> {
  const faults: string[] = []
  let checked = 0
  const limited = pLimit(AT_ONCE)
  for await (const page of pagesOfDocuments(database)) {
    const stored = page.flatMap((row) =>
      row.renditionKey
        ? [
            { row, key: row.storageKey, isOriginal: true },
            { row, key: row.renditionKey, isOriginal: false },
          ]
        : [{ row, key: row.storageKey, isOriginal: true }],
    )
    const found = await Promise.all(stored.map((file) => limited(() => faultOf(file, database, files))))
    checked += stored.length
    faults.push(...found.flatMap((fault) => fault ?? []))
  }
  return { checked, faults }
}

async function* pagesOfDocuments({ db }: Database): AsyncGenerator<DocumentRow[]> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await db
      .select()
      .from(documents)
      .where(gt(documents.id, after))
      .orderBy(documents.id)
      .limit(PAGE)
    const last = page.at(-1)
    if (!last) return
    yield page
    after = last.id
  }
}

async function faultOf(
  { row, key, isOriginal }: { row: DocumentRow; key: string; isOriginal: boolean },
  { db }: Database,
  files: Pick<FileVault, 'open' | 'isBound' | 'opensFor'>,
): Promise<string | undefined> {
  const which = isOriginal ? `document ${row.id}` : `picture shown of document ${row.id}`
  try {
    const hash = createHash('sha256')
    for await (const chunk of await files.open(key, row, documentBinding(row))) hash.update(chunk)
    if (!isOriginal) return undefined
    if (hash.digest('hex') !== row.sha256) return `${which}: is another file`
    const fault = await documentFault(db, files, row)
    return fault && `${which}: ${DOCUMENT_FAULTS[fault]}`
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAVAILABLE') throw error
    return `${which}: ${error instanceof Error ? error.message : 'cannot be read'}`
  }
}

import { createHash } from 'node:crypto'
import pLimit from 'p-limit'
import type { Database } from '#server/platform/database/database.ts'
import type { FileVault } from '#server/platform/files/file-vault.ts'
import type { Command } from './command.ts'

const PAGE = 500
/** Files read at once: enough to keep a disk or a bucket busy. */
const AT_ONCE = 4

interface StoredFile {
  id: string
  key: string
  wrappedKey: string
  keyId: string
  /** Of an original; a rendition is only known to open. */
  sha256: string | null
}

/** Reads every stored document back, decrypts it and compares it with its row: what to run after a restore (security B18). */
export const verifyFiles: Command = {
  usage: [['verify-files', 'read every stored document back and compare it with its row']],
  parse: (words) =>
    words.length === 0
      ? async ({ database, openFiles }) => {
          const files = await openFiles()
          const { faults, checked } = await checkFiles(database, files).finally(() => files.close())
          const says = faults.length
            ? `${faults.length} of ${checked} files are missing or damaged.`
            : `All files are whole: ${checked} checked.`
          return { says, faults }
        }
      : undefined,
}

/** Reads every document that a database names from the vault and compares it with its row. */
export async function checkFiles(
  database: Database,
  files: Pick<FileVault, 'open'>,
): Promise<{ checked: number; faults: string[] }> {
  const faults: string[] = []
  let checked = 0
  const limited = pLimit(AT_ONCE)
  for await (const page of pagesOfFiles(database)) {
    const found = await Promise.all(page.map((file) => limited(() => faultOf(file, files))))
    checked += page.length
    faults.push(...found.flatMap((fault) => fault ?? []))
  }
  return { checked, faults }
}

/** Originals and renditions, a page of documents at a time. */
async function* pagesOfFiles({ pool }: Database): AsyncGenerator<StoredFile[]> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await pool.query<
      Omit<StoredFile, 'sha256'> & { sha256: string; rendition: string | null }
    >(
      `select id, storage_key as key, rendition_key as rendition, wrapped_key as "wrappedKey", key_id as "keyId", sha256
       from documents where id > $1 order by id limit $2`,
      [after, PAGE],
    )
    const last = rows.at(-1)
    if (!last) return
    yield rows.flatMap(({ rendition, ...file }) =>
      rendition ? [file, { ...file, key: rendition, sha256: null }] : [file],
    )
    after = last.id
  }
}

async function faultOf(file: StoredFile, files: Pick<FileVault, 'open'>): Promise<string | undefined> {
  const { id, sha256 } = file
  const which = sha256 ? `document ${id}` : `picture shown of document ${id}`
  try {
    const hash = createHash('sha256')
    for await (const chunk of await files.open(file)) hash.update(chunk)
    return sha256 === null || hash.digest('hex') === sha256 ? undefined : `${which}: is another file`
  } catch (error) {
    return `${which}: ${error instanceof Error ? error.message : 'cannot be read'}`
  }
}

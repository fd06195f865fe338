import type { Database } from '#server/platform/database/database.ts'
import { readInstallation } from '#server/platform/database/installation.ts'
import type { FileRows, FileStore } from './file-store.ts'
import { countUpGeneration } from './files.sql.ts'

/** Whose a store is: this database's installation's, another's, or unknown because it has files but no mark. */
export type StoreOwner = { is: 'ours' } | { is: 'unmarked' } | { is: 'other'; id: string }

interface Parts {
  database: Database
  store: Pick<FileStore, 'readMark' | 'writeMark' | 'list'>
  rows: FileRows
}

/**
 * Compares the store's mark with the database's installation. A store without a mark is marked if it is empty
 * and no row refers to a file. Throws the database's and the store's errors.
 */
export async function storeOwner({ database, store, rows }: Parts): Promise<StoreOwner> {
  const { id } = await readInstallation(database)
  const mark = await store.readMark()
  if (mark) return mark.installation === id ? { is: 'ours' } : { is: 'other', id: mark.installation }
  if ((await rows.count()) > 0 || (await holdsFiles(store))) return { is: 'unmarked' }
  await markOurs({ database, store, rows })
  // If two installations mark a store at the same moment, the later one owns it.
  const written = await store.readMark()
  if (!written || written.installation === id) return { is: 'ours' }
  return { is: 'other', id: written.installation }
}

/** Marks the store as this database's. It is then unknown which notes it has, so all are stored again. */
export async function markOurs({
  database,
  store,
  rows,
}: Pick<Parts, 'database' | 'rows'> & { store: Pick<FileStore, 'writeMark'> }) {
  const { id, generation } = await readInstallation(database)
  await store.writeMark({ installation: id, generation })
  await rows.forgetNotes()
}

/**
 * Detects by the store that the database was restored or copied together with its server or folder, which it
 * can't detect itself: the store has a higher generation, or isn't the one the database last wrote to. Returns
 * the generation from which the database must continue; undefined if it wasn't restored.
 */
export async function setBackTo({ database, store }: Omit<Parts, 'rows'>): Promise<number | undefined> {
  // In this order: a process that counts meanwhile does so in the database first.
  const mark = await store.readMark()
  const { id, generation } = await readInstallation(database)
  if (generation === 0) return undefined
  const isOurs = mark?.installation === id
  if (isOurs && mark.generation <= generation) return undefined
  return isOurs ? mark.generation : 0
}

/**
 * Increases the generation in the database, then in the store: after a crash in between the database is ahead,
 * which doesn't count as a sign.
 */
export async function countOn({ database, store }: Omit<Parts, 'rows'>): Promise<void> {
  const { rows } = await countUpGeneration(database.pool)
  const mark = await store.readMark()
  if (rows[0] && mark?.installation === rows[0].id && mark.generation < rows[0].generation)
    await store.writeMark({ installation: rows[0].id, generation: rows[0].generation })
}

async function holdsFiles(store: Pick<FileStore, 'list'>): Promise<boolean> {
  for await (const _ of store.list()) return true
  return false
}

/** Explains why nothing is removed from a store; undefined for our own. */
export function whyNotOurs(owner: StoreOwner): string | undefined {
  if (owner.is === 'ours') return undefined
  if (owner.is === 'other')
    return (
      `The file store belongs to installation ${owner.id}, not to the one in the database. No file will be removed. ` +
      'Check DATABASE_URL and S3_URL or DATA_DIR.'
    )
  return (
    'The file store does not say which installation it belongs to, and it or the database already has files. ' +
    'No file will be removed. If this is the right store, run: npm run admin -- adopt-store'
  )
}

/** Caches whose a store is, for callers that ask often. */
export interface StoreOwnership {
  /** Asks once, which marks a new store; again only after a failure. */
  check(): Promise<StoreOwner>
  /** Whether the store is ours by now; asks again until it is. */
  isOurs(): Promise<boolean>
}

/** Creates the cached check of whether a store belongs to this database's installation. */
export function storeOwnership(parts: Parts): StoreOwnership {
  let asked: Promise<StoreOwner> | undefined
  const ask = () => {
    const asking = storeOwner(parts)
    asked = asking
    asking.catch(() => {
      if (asked === asking) asked = undefined
    })
    return asking
  }
  return {
    check: () => asked ?? ask(),
    isOurs: async () => (await (asked ?? ask())).is === 'ours' || (await ask()).is === 'ours',
  }
}

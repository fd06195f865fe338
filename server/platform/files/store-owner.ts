import type { Database } from '#server/platform/database/database.ts'
import { readInstallation } from '#server/platform/database/installation.ts'
import type { FileStore } from './file-store.ts'

/**
 * Whose a store is: of the installation of this database, of another one, or with files and without a mark, so that
 * nothing says whose they are.
 */
export type StoreOwner = { is: 'ours' } | { is: 'unmarked' } | { is: 'other'; id: string }

type Parts = { database: Database; store: Pick<FileStore, 'readMark' | 'writeMark' | 'list'> }

/**
 * Compares the mark of the store with the installation of the database. A store without a mark is marked where it is
 * empty and the database names no document. Throws what the two throw when they can't be asked.
 */
export async function ownerOf({ database, store }: Parts): Promise<StoreOwner> {
  const { id } = await readInstallation(database)
  const mark = await store.readMark()
  if (mark !== undefined) return mark === id ? { is: 'ours' } : { is: 'other', id: mark }
  if ((await namesDocuments(database)) || (await holdsFiles(store))) return { is: 'unmarked' }
  await store.writeMark(id)
  // Of two installations that mark one store at the same moment, the later one has it.
  const written = await store.readMark()
  return written === undefined || written === id ? { is: 'ours' } : { is: 'other', id: written }
}

async function namesDocuments({ pool }: Database): Promise<boolean> {
  const { rows } = await pool.query('select from documents limit 1')
  return rows.length > 0
}

async function holdsFiles(store: Pick<FileStore, 'list'>): Promise<boolean> {
  for await (const _ of store.list()) return true
  return false
}

/** Says in words why nothing is removed from a store; undefined for our own. */
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

/** Remembers whose a store is, for what happens too often to ask each time. */
export interface StoreClaim {
  /** Asks once, which marks a new store; again only after a failure. */
  settle(): Promise<StoreOwner>
  /** Whether the store is ours by now; asks again until it is. */
  isOurs(): Promise<boolean>
}

/** The claim of this database's installation on a store. */
export function storeClaim(parts: Parts): StoreClaim {
  let asked: Promise<StoreOwner> | undefined
  const ask = () => {
    const asking = ownerOf(parts)
    asked = asking
    asking.catch(() => {
      if (asked === asking) asked = undefined
    })
    return asking
  }
  return {
    settle: () => asked ?? ask(),
    isOurs: async () => (await (asked ?? ask())).is === 'ours' || (await ask()).is === 'ours',
  }
}

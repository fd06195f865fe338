import { recordEvent } from '#server/model/audit/record-event.ts'
import { fileRows } from '#server/model/documents/file-rows.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readInstallation } from '#server/platform/database/installation.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { markOurs, storeOwner } from '#server/platform/files/store-owner.ts'
import { type Command, counted, refuseMore } from './command.ts'
import { selectFileKeys } from './commands.sql.ts'

/** Marks a store with files as this installation's, if its documents' files are in it. */
export const adoptStore: Command = {
  usage: [
    ['adopt-store', 'mark the file store as this installation’s, after an upgrade or a move (--force)'],
  ],
  parse: (words) => {
    const force = words[0] === '--force'
    refuseMore(words.slice(force ? 1 : 0))
    return async ({ database, openFiles, now }) => {
      const files = await openFiles()
      const rows = fileRows(database)
      try {
        const owner = await storeOwner({ database, store: files.store, rows })
        if (owner.is === 'ours') {
          await rows.forgetNotes()
          return { says: 'The file store is this installation’s already.' }
        }
        if (owner.is === 'other' && !force)
          throw new Error(
            `The file store belongs to installation ${owner.id}. If that one no longer exists, run: npm run admin -- adopt-store --force`,
          )
        const { found, missing } = await compare(database, files.store)
        const counts = `${found} of ${counted(found + missing, 'file')} that the database names ${found === 1 ? 'is' : 'are'} in the store.`
        if (missing > 0 && !force)
          throw new Error(
            `${counts} This may be the wrong store. If it is the right one, run: npm run admin -- adopt-store --force`,
          )
        const { id } = await readInstallation(database)
        await markOurs({ database, store: files.store, rows })
        await database.transaction((tx) =>
          recordEvent(tx, {
            at: now(),
            type: 'files.store_adopted',
            actor: { kind: 'system' },
            ...(owner.is === 'other' && { before: { installation: owner.id } }),
            after: { installation: id, found, missing },
          }),
        )
        return { says: `The file store is this installation’s now. ${counts}` }
      } finally {
        await files.close()
      }
    }
  },
}

async function compare({ pool }: Database, store: FileStore): Promise<{ found: number; missing: number }> {
  const { rows } = await selectFileKeys(pool)
  const named = new Set(rows.map(({ key }) => key))
  let found = 0
  for await (const { key } of store.list()) if (named.has(key)) found += 1
  return { found, missing: named.size - found }
}

import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#server/platform/database/database.ts'
import { MIGRATIONS, migrateDatabase } from '#server/platform/database/migrate.ts'

/** Migrates a database as far as the release before a migration did, which had the table `installation` already. */
export async function migrateBefore(database: Database, migration: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'verdaccord-former-'))
  try {
    await cp(MIGRATIONS, folder, { recursive: true })
    const file = join(folder, 'meta', '_journal.json')
    const journal: { entries: { tag: string }[] } = JSON.parse(await readFile(file, 'utf8'))
    const at = journal.entries.findIndex(({ tag }) => tag.endsWith(`_${migration}`))
    if (at < 0) throw new Error(`There is no migration ${migration}`)
    await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }))
    await migrateDatabase(database, undefined, folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

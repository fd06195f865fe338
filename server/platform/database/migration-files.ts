import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** A migration as read from its file. */
export interface MigrationFile {
  /** For example `0038_mail_queue`. */
  name: string
  /** Identifies the migration in the database's record of those that ran. */
  hash: string
  /** When it was created; later migrations have a later time. */
  madeAt: number
  /** Statements that run in one transaction. */
  statements: readonly string[]
  /** Statements that run after that transaction while people work: creating or dropping indexes, filling tables. */
  afterwards: readonly string[]
  /** Whom it blocks and for how long, in the file's own words; null if no one. */
  blocks: string | null
}

const BREAKPOINT = '--> statement-breakpoint'
const CONCURRENTLY = /^\s*(create\s+(unique\s+)?|drop\s+)index\s+concurrently\b/i
/** A function that fills the next part of a table and returns whether there is `more`. */
export const FILLS = /^\s*select\s+fill_\w+\(/i
const BLOCKS = /^-- blocks: (.+)$/m

/** Parses a migration's file. */
export function readMigration(name: string, text: string, madeAt: number): MigrationFile {
  const all = text.split(BREAKPOINT).filter((statement) => withoutComments(statement) !== '')
  const isLater = (statement: string) =>
    CONCURRENTLY.test(withoutComments(statement)) || FILLS.test(withoutComments(statement))
  const [firstLine = ''] = text.split('\n', 1)
  return {
    name,
    hash: createHash('sha256').update(text).digest('hex'),
    madeAt,
    statements: all.filter((statement) => !isLater(statement)),
    afterwards: all.filter(isLater).map(withoutComments),
    blocks: BLOCKS.exec(firstLine)?.[1]?.trim() ?? null,
  }
}

/** The names of a folder's migrations in order, with the time each was created. */
export async function readJournal(folder: string): Promise<{ tag: string; when: number }[]> {
  const journal: { entries: { tag: string; when: number }[] } = JSON.parse(
    await readFile(`${folder}/meta/_journal.json`, 'utf8'),
  )
  return journal.entries
}

/** Reads all migrations of a folder, in the order of its journal. */
export async function readMigrations(folder: string): Promise<MigrationFile[]> {
  return Promise.all(
    (await readJournal(folder)).map(async ({ tag, when }) =>
      readMigration(tag, await readFile(`${folder}/${tag}.sql`, 'utf8'), when),
    ),
  )
}

function withoutComments(statement: string): string {
  return statement.replace(/^\s*--.*$/gm, '').trim()
}

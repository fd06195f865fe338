import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** One migration, as its file says. */
export interface MigrationFile {
  /** Such as `0038_mail_queue`. */
  name: string
  /** By which the database knows that it has run. */
  hash: string
  /** When it was made; the next one is younger. */
  madeAt: number
  /** What runs in one transaction. */
  statements: readonly string[]
  /** What makes or drops an index, or fills a table, while people work: after that and outside of its transaction. */
  afterwards: readonly string[]
  /** Whom it keeps waiting and for how long, in its own words; null where it keeps no one. */
  blocks: string | null
}

const BREAKPOINT = '--> statement-breakpoint'
const CONCURRENTLY = /^\s*(create\s+(unique\s+)?|drop\s+)index\s+concurrently\b/i
/** A function that fills the next part of a table, and answers whether there is `more`. */
export const FILLS = /^\s*select\s+fill_\w+\(/i
const BLOCKS = /^-- blocks: (.+)$/m

/** Reads a migration from the text of its file. */
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

/** The names of a folder's migrations, in their order, and when each was made. */
export async function readJournal(folder: string): Promise<{ tag: string; when: number }[]> {
  const journal: { entries: { tag: string; when: number }[] } = JSON.parse(
    await readFile(`${folder}/meta/_journal.json`, 'utf8'),
  )
  return journal.entries
}

/** Reads every migration of a folder, in the order of its journal. */
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

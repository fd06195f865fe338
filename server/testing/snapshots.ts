import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#server/platform/database/database.ts'

/** Returns every row that belongs to a person, as text, to check that nothing has changed. */
export async function rowsOf(database: Database, userId: number): Promise<string[]> {
  const own = [
    'cases',
    'kyc_profiles',
    'business_profiles',
    'documents',
    'drafts',
    'certifications',
    'mails',
  ].map((table) => [table, 'user_id'])
  const rows: string[] = []
  for (const [table, key] of [['users', 'id'], ...own]) {
    const found = await database.pool.query(
      `select t::text as row from ${table} t where ${key} = $1 order by 1`,
      [userId],
    )
    rows.push(...found.rows.map(({ row }) => `${table} ${row}`))
  }
  const people = await database.pool.query(
    `select p::text as row from business_people p join business_profiles b on b.id = p.profile_id
     where b.user_id = $1 order by 1`,
    [userId],
  )
  rows.push(...people.rows.map(({ row }) => `business_people ${row}`))
  return rows
}

/** The ledger's events of some types about or by a person. */
export async function eventsOf(database: Database, userId: number, ...types: string[]) {
  const { rows } = await database.pool.query<{
    type: string
    actor_kind: string
    actor_id: string | null
    user_id: string | null
    subject: string | null
    before: unknown
    after: unknown
    ip: string | null
    request_id: string | null
    at: Date
  }>('select * from events where (actor_id = $1 or user_id = $1) and type = any($2) order by id', [
    userId,
    types,
  ])
  return rows
}

/** Returns name and SHA-256 of every stored file in a folder and its subfolders, without the notes next to them. */
export async function filesIn(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
    if (!entry.isFile() || entry.name.endsWith('.json')) continue
    // A file being written may be renamed meanwhile.
    const bytes = await readFile(join(entry.parentPath, entry.name)).catch(() => undefined)
    if (bytes) found[entry.name] = createHash('sha256').update(bytes).digest('hex')
  }
  return found
}

import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { desc, eq } from 'drizzle-orm'
import type { Config } from '#server/config.ts'
import {
  countFilesOfKey,
  selectKeysOfFiles,
} from '#server/features/operations/housekeeping/housekeeping.sql.ts'
import { documentBinding, exportBinding } from '#server/model/documents/document-proof.ts'
import { documents } from '#server/model/schema/documents.ts'
import { dataExports } from '#server/model/schema/privacy.ts'
import { placeOf, SEALED_TABLES } from '#server/model/schema/sealed-columns.ts'
import type { Database } from '#server/platform/database/database.ts'
import { composed } from '#server/platform/database/statement.ts'
import { FieldCipher } from '#server/platform/fields/field-cipher.ts'
import { KeyRing, type MasterKey } from '#server/platform/files/envelope.ts'
import { LOCAL_KEY } from './master-keys.ts'

/** What a key, by its id, has encrypted of what is stored. */
export interface StoredKey {
  id: string
  hasFiles: boolean
  hasValues: boolean
  /** Whether the configured key of that id opens any of it. */
  isOpened: boolean
}

/** More than one, because a single file or value may have been altered. */
const TRIES = 3
/** Of each table, from both ends: `rewrap-keys` leaves no key in between. */
const ROWS_AT_END = 50

/** Every key that encrypts something of what is stored, and whether the configured ones open it. */
export async function keysInUse(database: Database, keys: readonly MasterKey[]): Promise<StoredKey[]> {
  const found = new Map<string, StoredKey>()
  const keyOf = (id: string) => {
    const known = found.get(id) ?? { id, hasFiles: false, hasValues: false, isOpened: false }
    found.set(id, known)
    return known
  }
  const { rows } = await selectKeysOfFiles(database.pool)
  for (const { key: id } of rows)
    Object.assign(keyOf(id), { hasFiles: true, isOpened: await opensFiles(database, keys, id) })
  const fields = keys.length > 0 ? new FieldCipher(keys, randomBytes) : undefined
  for (const { id, isOpened } of await valuesByKey(database, fields)) {
    const key = keyOf(id)
    key.hasValues = true
    key.isOpened ||= isOpened
  }
  return [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Unwraps the keys of a few files; the files themselves are not read. */
async function opensFiles({ db }: Database, keys: readonly MasterKey[], id: string): Promise<boolean> {
  if (!keys.some((key) => key.id === id)) return false
  const ring = new KeyRing(keys, randomBytes)
  const uploaded = await db.select().from(documents).where(eq(documents.keyId, id)).limit(TRIES)
  const exported = await db
    .select()
    .from(dataExports)
    .where(eq(dataExports.keyId, id))
    .orderBy(desc(dataExports.requestedAt))
    .limit(TRIES)
  const wrapped = [
    ...uploaded.map((row) => ({ wrappedKey: row.wrappedKey, binding: documentBinding(row) })),
    ...exported.flatMap(({ storageKey, wrappedKey, ...row }) =>
      storageKey && wrappedKey ? [{ wrappedKey, binding: exportBinding(row, storageKey) }] : [],
    ),
  ]
  return wrapped.some(({ wrappedKey, binding }) => {
    try {
      ring.unwrap({ wrappedKey, keyId: id }, binding)
      return true
    } catch {
      return false
    }
  })
}

/** One value of each table for each key that is found there. */
async function valuesByKey(database: Database, fields: FieldCipher | undefined) {
  const found: { id: string; isOpened: boolean }[] = []
  for (const { table, key, name, values } of SEALED_TABLES) {
    const order = (direction: string) => key.map(({ column }) => `t.${column} ${direction}`).join(', ')
    const end = (direction: string) =>
      `(select * from ${table} t order by ${order(direction)} limit ${ROWS_AT_END})`
    const { rows } = await composed(database.pool, {
      text: `select distinct on (1) split_part(v.stored, '.', 2) as id, (v.at - 1)::int as at,
           ${name('t.user_id')} as name, v.stored
         from (${end('asc')} union all ${end('desc')}) t
           cross join lateral unnest(array[${values.map(({ read }) => read).join(', ')}]) with ordinality as v (stored, at)
         where v.stored ~ '^f1[.][^.]+[.]' order by 1`,
      gives: { id: 'text', at: 'int4', name: 'text', stored: 'text' },
    })
    for (const { id, at, name: row, stored } of rows) {
      const value = values[at]
      if (value) found.push({ id, isOpened: fields?.opensAt(stored, placeOf(table, value, row)) ?? false })
    }
  }
  return found
}

type KeyConfig = Pick<Config, 'documentKeys' | 'dataDir'>

/** A sentence for each key that has encrypted something of what is stored, and that isn't configured. */
export async function storedKeyProblems(
  config: KeyConfig,
  database: Database,
  keys: readonly MasterKey[],
): Promise<string[]> {
  const problems: string[] = []
  for (const key of await keysInUse(database, keys))
    if (!key.isOpened) problems.push(storedKeyProblem(config, keys, key.id, await extentOf(database, key)))
  return problems
}

/** What is wrong with a key that doesn't open what it has encrypted, and what to do. */
export function storedKeyProblem(
  config: KeyConfig,
  keys: readonly MasterKey[],
  id: string,
  extent: string,
): string {
  return keys.some((key) => key.id === id) ? otherKey(config, id, extent) : missingKey(config, id, extent)
}

/** What a key has encrypted, in words. Counts its files. */
export async function extentOf({ pool }: Database, { id, hasFiles, hasValues }: StoredKey): Promise<string> {
  if (!hasFiles) return 'values of rows'
  const { rows } = await countFilesOfKey(pool, [id])
  const files = rows[0]?.files ?? 0
  const counted = `${files.toLocaleString('en-GB')} ${files === 1 ? 'file' : 'files'}`
  return hasValues ? `${counted}, and values of rows` : counted
}

function missingKey(config: KeyConfig, id: string, extent: string): string {
  const lost = `${id} has encrypted ${extent}, which no one can open: it`
  if (!config.documentKeys)
    return id === LOCAL_KEY
      ? `${lost} isn’t here. Put secrets.json back into ${resolve(config.dataDir)}, or name the folder that has it in DATA_DIR; a start would make another key.`
      : `${lost} isn’t configured. Put it into DOCUMENT_KEYS.`
  return id === LOCAL_KEY
    ? `${lost} isn’t in DOCUMENT_KEYS. Add ${LOCAL_KEY}: and the documentKey of secrets.json behind the others.`
    : `${lost} isn’t in DOCUMENT_KEYS. Put it back behind the others.`
}

function otherKey({ documentKeys: configured }: KeyConfig, id: string, extent: string): string {
  const place = configured ? 'DOCUMENT_KEYS' : 'secrets.json'
  return `${id} in ${place} opens nothing of what ${id} has encrypted (${extent}): it is another key of the same name. Put the former one back${configured ? ', and give a new key a new name' : ''}.`
}

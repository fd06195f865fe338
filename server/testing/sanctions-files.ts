import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ListFormat } from '#contract/screening/sanctions.ts'
import type { ListedEntry } from '#domain/screening/screening-records.ts'
import { readList } from '#server/model/screening/lists/read-list.ts'
import { atEndOfFile } from './end-of-file.ts'

/** An invented person on a test's list. */
export interface ListedPerson {
  ref: string
  first?: string
  last: string
  born?: string
  nationality?: string
  kind?: 'Individual' | 'Entity' | 'Ship'
  type?: string
  strength?: string
  number?: string
  passport?: string
}

const HEADER = [
  'Last Updated',
  'Unique ID',
  'Name 6',
  'Name 1',
  'Name type',
  'Alias strength',
  'Regime Name',
  'Designation Type',
  'D.O.B',
  'Nationality(/ies)',
  'Business registration number (s)',
  'Passport number',
]

/** A UK Sanctions List as CSV with these rows. */
export function ukCsv(people: readonly ListedPerson[], date = '10-Mar-2026'): string {
  const rows = people.map((person) => [
    '01/03/2026',
    person.ref,
    person.last,
    person.first ?? '',
    person.type ?? 'Primary name',
    person.strength ?? '',
    'The Test (Sanctions) Regulations',
    person.kind ?? 'Individual',
    person.born ?? '',
    person.nationality ?? '',
    person.number ?? '',
    person.passport ?? '',
  ])
  const lines = [HEADER, ...rows].map((row) =>
    row.map((field) => `"${field.replaceAll('"', '""')}"`).join(','),
  )
  return `Report Date: ${date}\n${lines.join('\n')}\n`
}

/** Reads a whole list: what the file says about itself, and its entries. */
export async function readWhole(path: string, how: { format?: ListFormat; isScattered?: boolean } = {}) {
  const entries: ListedEntry[] = []
  const about = await readList(path, (entry) => void entries.push(entry), how)
  return { ...about, entries }
}

/** Writes text, or pieces of it, to a file of its own that is deleted after the tests. Returns its path. */
export async function listFile(content: string | Buffer | Iterable<string>, name = 'list'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'verdaccord-lists-'))
  atEndOfFile(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { isCandidate, nameKeys, nameLookup } from '#domain/screening/screening-keys.ts'
import { type FoundMatch, matchEntry, prepareSubject } from '#domain/screening/screening-match.ts'
import type { ListedEntry, ScreeningSubject } from '#domain/screening/screening-records.ts'
import { readList } from '#server/platform/sanctions/read-list.ts'

/** Real lists and labelled names, which are not part of the project; `BENCH_SCREENING` names another folder. */
const FOLDER = process.env.BENCH_SCREENING ?? '../shared/data/screening'

/** The path of one of those files; undefined where it is absent. */
export function listFile(name: string): string | undefined {
  const path = join(FOLDER, name)
  return existsSync(path) ? path : undefined
}

/** The entries of a gzipped list. Throws where it is absent. */
export async function readGzippedList(name: string): Promise<ListedEntry[]> {
  const folder = mkdtempSync(join(tmpdir(), 'verdaccord-list-'))
  try {
    const path = join(folder, name.replace('.gz', ''))
    writeFileSync(path, gunzipSync(readFileSync(join(FOLDER, name))))
    return (await readList(path)).entries
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The rows of a CSV file with a header. Throws where it is absent. */
export function readRows(name: string): Record<string, string>[] {
  return parse(readFileSync(join(FOLDER, name)), { columns: true, bom: true })
}

/** The entries of lists, found as the server finds them: by the keys of their names, then by comparing. */
export class ListIndex {
  private readonly byKey = new Map<string, Set<ListedEntry>>()
  private readonly keysOf = new Map<ListedEntry, ReadonlySet<string>>()

  constructor(entries: readonly ListedEntry[]) {
    for (const entry of entries) {
      const keys = new Set(entry.names.flatMap(({ text }) => nameKeys(text, entry.kind === 'person')))
      this.keysOf.set(entry, keys)
      for (const key of keys) {
        const found = this.byKey.get(key)
        if (found) found.add(entry)
        else this.byKey.set(key, new Set([entry]))
      }
    }
  }

  /** The entries that are compared at all. */
  candidates(subject: ScreeningSubject): ListedEntry[] {
    const lookup = nameLookup(subject.name, subject.kind === 'person')
    const touched = new Set(lookup.keys.flatMap((key) => [...(this.byKey.get(key) ?? [])]))
    return [...touched].filter((entry) => isCandidate(lookup, this.keysOf.get(entry) ?? new Set()))
  }

  /** What a screening of a subject would find. */
  matches(subject: ScreeningSubject): { entry: ListedEntry; match: FoundMatch }[] {
    const prepared = prepareSubject(subject)
    return this.candidates(subject).flatMap((entry) => {
      const match = matchEntry(prepared, entry)
      return match ? [{ entry, match }] : []
    })
  }
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { isCandidate, nameKeys, nameLookup } from '#domain/screening/screening-keys.ts'
import { type FoundMatch, matchEntry, prepareSubject } from '#domain/screening/screening-match.ts'
import type { ListedEntry, ScreeningSubject } from '#domain/screening/screening-records.ts'
import { LISTS_FOLDER } from '#server/testing/real-lists.ts'

/** The rows of a CSV file with a header. Throws where it is absent. */
export function readRows(name: string): Record<string, string>[] {
  return parse(readFileSync(join(LISTS_FOLDER, name)), { columns: true, bom: true })
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

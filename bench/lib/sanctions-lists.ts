import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Papa from 'papaparse'
import { ListIndex, ListIndexBuilder } from '#domain/screening/list-index.ts'
import { type FoundMatch, matchEntry, prepareSubject } from '#domain/screening/screening-match.ts'
import type { ListedEntry, ScreeningSubject } from '#domain/screening/screening-records.ts'
import { LISTS_FOLDER } from '#server/testing/real-lists.ts'

/** Returns the rows of a CSV file with a header. Throws if it is absent. */
export function readRows(name: string): Record<string, string>[] {
  const text = readFileSync(join(LISTS_FOLDER, name), 'utf8')
  return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data
}

/** The entries of lists, found as the server finds them: through the index of their names, then by comparing. */
export class ScreenedLists {
  private readonly index: ListIndex
  private readonly byRef = new Map<string, ListedEntry>()

  constructor(entries: readonly ListedEntry[]) {
    const builder = new ListIndexBuilder()
    for (const [place, entry] of entries.entries()) {
      // Two lists may use the same key.
      const ref = String(place)
      builder.add({ ...entry, ref })
      this.byRef.set(ref, entry)
    }
    this.index = new ListIndex(builder.finish())
  }

  /** What a screening of a subject would find. */
  matches(subject: ScreeningSubject): { entry: ListedEntry; match: FoundMatch }[] {
    const prepared = prepareSubject(subject)
    return this.index.candidates(prepared).flatMap((ref) => {
      const entry = this.byRef.get(ref)
      const match = entry && matchEntry(prepared, entry)
      return match ? [{ entry, match }] : []
    })
  }
}

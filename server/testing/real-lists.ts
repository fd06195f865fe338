import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { ListedEntry } from '#domain/screening/screening-records.ts'
import { readList } from '#server/model/screening/lists/read-list.ts'

/** The folder of real lists and labelled names, which are not part of the project; set by `BENCH_SCREENING`. */
export const LISTS_FOLDER = process.env.BENCH_SCREENING ?? '../shared/data/screening'

/** The path of one of those files; undefined if it is absent. */
export function listFile(name: string): string | undefined {
  const path = join(LISTS_FOLDER, name)
  return existsSync(path) ? path : undefined
}

/** Reads the entries of a gzipped list. Throws if it is absent. */
export async function readGzippedList(name: string): Promise<ListedEntry[]> {
  const folder = mkdtempSync(join(tmpdir(), 'verdaccord-list-'))
  try {
    const path = join(folder, name.replace('.gz', ''))
    writeFileSync(path, gunzipSync(readFileSync(join(LISTS_FOLDER, name))))
    const entries: ListedEntry[] = []
    await readList(path, (entry) => void entries.push(entry))
    return entries
  } finally {
    rmSync(folder, { recursive: true })
  }
}

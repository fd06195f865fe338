import { LIST_FORMATS, ListSource } from '#contract/screening.ts'
import type { Database } from '../platform/database/database.ts'
import { isListFormat, readList } from '../platform/sanctions/read-list.ts'
import { dropList, importList } from '../records/sanctions-lists.ts'

/** A command that was understood: it gives a sentence, or throws one. */
type Command = (database: Database, now: Date) => Promise<string>

/** Reads `FILE [--format FORMAT] [--force]`; undefined for anything else. A bad file changes nothing. */
export function importSanctions(args: readonly string[]): Command | undefined {
  const rest = args.filter((arg) => arg !== '--force')
  const at = rest.indexOf('--format')
  const [, word = ''] = at < 0 ? [] : rest.splice(at, 2)
  const [path] = rest
  if (path === undefined || path.startsWith('--') || rest.length > 1) return undefined
  return async (database, now) => {
    if (at >= 0 && !isListFormat(word))
      throw new Error(`--format is "${word}", expected one of ${LIST_FORMATS.join(', ')}.`)
    const list = await readList(path, isListFormat(word) ? word : undefined)
    return importList(database, list, { now, force: args.includes('--force') })
  }
}

/** Reads the name of a source; undefined for anything else. */
export function dropSanctions([source, ...more]: readonly string[]): Command | undefined {
  const known = ListSource.safeParse(source).data
  return known && more.length === 0 ? (database, now) => dropList(database, known, now) : undefined
}

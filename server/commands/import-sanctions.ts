import { LIST_FORMATS, ListSource } from '#contract/sanctions.ts'
import { isListFormat, readList } from '#server/platform/sanctions/read-list.ts'
import { dropList, importList } from '#server/records/screening/sanctions-lists.ts'
import type { Command } from './command.ts'

/** Puts a list into force from a file; a bad one changes nothing. */
export const importSanctions: Command = {
  usage: [
    [
      'import-sanctions FILE',
      `put a sanctions list into force (--format ${LIST_FORMATS.join('|')}, --force)`,
    ],
  ],
  parse: (words) => {
    const rest = words.filter((word) => word !== '--force')
    const at = rest.indexOf('--format')
    const [, format = ''] = at < 0 ? [] : rest.splice(at, 2)
    const [path] = rest
    if (path === undefined || path.startsWith('--') || rest.length > 1) return undefined
    return async ({ database, now }) => {
      if (at >= 0 && !isListFormat(format))
        throw new Error(`--format is "${format}", expected one of ${LIST_FORMATS.join(', ')}.`)
      const list = await readList(path, isListFormat(format) ? format : undefined)
      return { says: await importList(database, list, { now: now(), force: words.includes('--force') }) }
    }
  },
}

/** Takes the list of a source out of force. */
export const dropSanctions: Command = {
  usage: [['drop-sanctions SOURCE', 'take the list of a source, uk or un, out of force']],
  parse: ([source, ...more]) => {
    const known = ListSource.safeParse(source).data
    if (!known || more.length > 0) return undefined
    return async ({ database, now }) => ({ says: await dropList(database, known, now()) })
  },
}

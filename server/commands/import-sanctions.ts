import { parseArgs } from 'node:util'
import { LIST_FORMATS, ListSource } from '#contract/screening/sanctions.ts'
import { WorseList } from '#server/model/screening/lists/list-error.ts'
import { isListFormat } from '#server/model/screening/lists/read-list.ts'
import { dropList, importList } from '#server/model/screening/sanctions-lists.ts'
import type { Command } from './command.ts'

const OPTIONS = {
  force: { type: 'boolean' },
  format: { type: 'string' },
  source: { type: 'string' },
} as const

/** Puts a file's list into force; a bad file changes nothing. */
export const importSanctions: Command = {
  usage: [
    [
      'import-sanctions FILE',
      `put a sanctions list into force (--format ${LIST_FORMATS.join('|')}, --source own:NAME, --force)`,
    ],
  ],
  parse: (words) => {
    const read = optionsOf([...words])
    const [path, ...more] = read?.positionals ?? []
    if (!read || path === undefined || more.length > 0) return undefined
    const { force, format, source } = read.values
    return async ({ database, now }) => {
      if (format !== undefined && !isListFormat(format))
        throw new Error(`--format is "${format}", expected one of ${LIST_FORMATS.join(', ')}.`)
      const known = source === undefined ? undefined : ListSource.safeParse(source)
      if (known?.success === false)
        throw new Error(`--source is "${source}". ${known.error.issues[0]?.message}`)
      const options = { now: now(), force, format, source: known?.data }
      return { says: await importList(database, path, options).catch(sayHowToForce) }
    }
  },
}

function sayHowToForce(error: unknown): never {
  if (!(error instanceof WorseList)) throw error
  throw new Error(`${error.message} --force imports it all the same.`, { cause: error })
}

function optionsOf(words: string[]) {
  try {
    return parseArgs({ args: words, options: OPTIONS, allowPositionals: true })
  } catch {
    return undefined
  }
}

/** Takes a source's list out of force. */
export const dropSanctions: Command = {
  usage: [['drop-sanctions SOURCE', 'take the list of a source, such as un or own:NAME, out of force']],
  parse: ([source, ...more]) => {
    const known = ListSource.safeParse(source).data
    if (!known || more.length > 0) return undefined
    return async ({ database, now }) => ({ says: await dropList(database, known, now()) })
  },
}

import { parseArgs } from 'node:util'
import { LIST_FORMATS, ListSource } from '#contract/screening/sanctions.ts'
import { WorseList } from '#server/model/screening/lists/list-error.ts'
import { isListFormat } from '#server/model/screening/lists/read-list.ts'
import { dropList, importList } from '#server/model/screening/sanctions-lists.ts'
import { type Command, refuseMore, WrongArguments } from './command.ts'

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
    const { values, positionals } = optionsOf([...words])
    const [path, ...more] = positionals
    if (path === undefined) throw new WrongArguments('Name the file of the list.')
    refuseMore(more)
    const { force, format, source } = values
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
  } catch (error) {
    throw new WrongArguments(`${(error as Error).message.split('. ')[0]}.`)
  }
}

/** Takes a source's list out of force. */
export const dropSanctions: Command = {
  usage: [['drop-sanctions SOURCE', 'take the list of a source, such as un or own:NAME, out of force']],
  parse: ([source, ...more]) => {
    if (source === undefined) throw new WrongArguments('Name the list, such as un or own:NAME.')
    const { data: known, error } = ListSource.safeParse(source)
    if (error) throw new WrongArguments(`“${source}” is no list. ${error.issues[0]?.message}`)
    refuseMore(more)
    return async ({ database, now }) => ({ says: await dropList(database, known, now()) })
  },
}

import { databaseErrorCode } from '#server/platform/database/database-faults.ts'
import { addressesOf } from '#server/platform/database/postgres.ts'
import { reasonOf } from '#server/platform/reason-of.ts'
import type { Installation } from './installation.ts'

/** What a command has to say; with faults it ends with status 1. */
export interface CommandOutcome {
  says: string
  faults?: readonly string[]
}

/** What a command does on the opened installation. Throws a sentence where it cannot. */
export type Work = (installation: Omit<Installation, 'close'>) => Promise<CommandOutcome>

/** What an inspection found, line by line, and whether something vital is wrong; it then ends with status 1. */
export interface Inspected {
  says: string
  isSound: boolean
  /** The status to end with where neither 0 nor 1 tells: it could not look at everything. */
  status?: number
}

/** A command that looks at the configuration itself, before anything can be opened. */
export interface InspectingCommand {
  usage: Command['usage']
  inspect(words: readonly string[]): (() => Promise<Inspected>) | undefined
}

/** One command of `npm run admin`. */
export interface Command {
  /** Its words, and what they do, for the page of usage. */
  usage: readonly (readonly [words: string, does: string])[]
  /** What the words after the command's name ask for; undefined where they are not understood, before anything is opened. */
  parse(words: readonly string[]): Work | undefined
}

/** What is wrong with the database at an address and what to do, in words. `named` is where the address comes from. */
export function commandRefusal(error: unknown, url: string, named: string): string {
  const { hostname, port, username, pathname } = new URL(addressesOf(url)[0] ?? '')
  const where = `${hostname}:${port || 5432}`
  const code = databaseErrorCode(error) ?? ''
  if (code.startsWith('28'))
    return `The server at ${where} refuses the account ${username}: check user and password in ${named}, and pg_hba.conf.`
  if (code === '3D000')
    return `There is no database ${pathname.slice(1)} at ${where}: create it, or correct ${named}.`
  if (code === '53300') return `The server at ${where} has no connection left: raise max_connections.`
  if (code === '25006')
    return `The database at ${where} takes no writes: it is a standby or was made read-only. Nothing was changed.`
  if (code === '42501')
    return `The account ${username} at ${where} may not do that: ${reasonOf(error)}. Check its rights with: npm run admin -- doctor`
  return `The database at ${where} can’t be reached: ${reasonOf(error)}. Check ${named} and the network.`
}

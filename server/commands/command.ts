import { databaseErrorCode } from '#server/platform/database/database-faults.ts'
import { addressesOf } from '#server/platform/database/postgres.ts'
import { reasonOf } from '#server/platform/reason-of.ts'
import type { Installation } from './installation.ts'

/** A command's output; with faults the exit status is 1. */
export interface CommandOutcome {
  says: string
  faults?: readonly string[]
}

/** What a command does with the opened installation. Throws a sentence if it can't. */
export type Work = (installation: Omit<Installation, 'close'>) => Promise<CommandOutcome>

/** An inspection's findings, line by line, and whether something vital is wrong; the exit status is then 1. */
export interface Inspected {
  says: string
  isSound: boolean
  /** The exit status if neither 0 nor 1 fits, because not everything could be examined. */
  status?: number
}

/** A command that examines the configuration itself, before anything is opened. */
export interface InspectingCommand {
  usage: Command['usage']
  inspect(words: readonly string[]): (() => Promise<Inspected>) | undefined
}

/** One command of `npm run admin`. */
export interface Command {
  /** Its words and description, for the usage. */
  usage: readonly (readonly [words: string, does: string])[]
  /** What the arguments request; undefined if they are invalid, before anything is opened. */
  parse(words: readonly string[]): Work | undefined
}

/**
 * What is wrong with the database at an address and what to do, in words. `named` says where the address comes
 * from.
 */
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

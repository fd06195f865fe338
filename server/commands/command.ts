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
  /** What the arguments request. Throws WrongArguments if they are invalid. */
  inspect(words: readonly string[]): () => Promise<Inspected>
}

/** One command of `npm run admin`. */
export interface Command {
  /** Its words and description, for the usage. */
  usage: readonly (readonly [words: string, does: string])[]
  /** What the arguments request, before anything is opened. Throws WrongArguments if they are invalid. */
  parse(words: readonly string[]): Work
}

/** Why a command doesn't understand its arguments, in a sentence; its usage follows. */
export class WrongArguments extends Error {
  override name = 'WrongArguments'
}

/** Throws WrongArguments for a word after those that a command takes. */
export function refuseMore([word]: readonly string[]): void {
  if (word !== undefined) throw new WrongArguments(`“${word}” isn’t expected here.`)
}

/** A number with what it counts: 1 event, 2 events. */
export function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
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

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

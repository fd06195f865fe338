import type { Installation } from './installation.ts'

/** What a command has to say; with faults it ends with status 1. */
export interface Outcome {
  says: string
  faults?: readonly string[]
}

/** What a command does on the opened installation. Throws a sentence where it cannot. */
export type Work = (installation: Omit<Installation, 'close'>) => Promise<Outcome>

/** One command of `npm run admin`. */
export interface Command {
  /** Its words, and what they do, for the page of usage. */
  usage: readonly (readonly [words: string, does: string])[]
  /** What the words after the command's name ask for; undefined where they are not understood, before anything is opened. */
  parse(words: readonly string[]): Work | undefined
}

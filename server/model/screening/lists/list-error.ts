import type { PlainDate } from '#domain/plain-date.ts'
import type { ListedEntry } from '#domain/screening/screening-records.ts'

/** Why a file isn't a usable sanctions list: one sentence for the operator. Nothing in it was imported. */
export class ListError extends Error {
  override name = 'ListError'

  constructor(sentence: string) {
    super(sentence.length > SENTENCE_MAX ? `${sentence.slice(0, SENTENCE_MAX)}…` : sentence)
  }
}

/** A quotation from the file may be as long as a record, and goes to the log, the database and a page. */
const SENTENCE_MAX = 500

/**
 * The parts of an entry are in several places of the file. Some formats can be read in another way that gathers
 * them.
 */
export class ScatteredEntry extends ListError {
  override name = 'ScatteredEntry'

  constructor(where: string | number) {
    super(
      typeof where === 'number'
        ? `Line ${where} is a part of another entry.`
        : `Entry ${where} is there twice.`,
    )
  }
}

/** A readable file that is older, or much shorter, than the list in force: an operator may know better. */
export class WorseList extends ListError {
  override name = 'WorseList'
}

/** Far beyond any list: a larger file isn't what it claims to be. */
export const LIST_LIMITS = {
  bytes: 512 * 1024 * 1024,
  entries: 2_000_000,
  namesOfEntry: 500,
  /** Of one record of the file, and of anything in it. */
  recordCharacters: 1_000_000,
  depth: 32,
} as const

/** Where a list's reader puts what it reads. */
interface ListOutput {
  /** Whether an entry's parts may be apart: then none can be emitted before the end of the file. */
  isScattered: boolean
  /** Sets the list's own date; not called if the file has none. */
  published(day: PlainDate | null): void
  /**
   * Emits the next entry, or undefined for one without a name; the reader must await it. Throws ListError for
   * one too many, and for a duplicate.
   */
  entry(entry: ListedEntry | undefined): Promise<void>
}

/**
 * Reads one format and passes every entry of the text to `output`. Throws ListError if the file is another one
 * or truncated. The text may be read more than once, from its beginning.
 */
export type ListReader = (text: AsyncIterable<string>, output: ListOutput) => Promise<void>

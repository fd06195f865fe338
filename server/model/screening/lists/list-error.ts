import type { PlainDate } from '#domain/plain-date.ts'
import type { ListedEntry } from '#domain/screening/screening-records.ts'

/** Why a file is no sanctions list that can be used: one sentence for the operator. Nothing of it was imported. */
export class ListError extends Error {
  override name = 'ListError'

  constructor(sentence: string) {
    super(sentence.length > SENTENCE_MAX ? `${sentence.slice(0, SENTENCE_MAX)}…` : sentence)
  }
}

/** What it quotes of a file may be as long as a record: it goes to the log, to the database and to a page. */
const SENTENCE_MAX = 500

/** The parts of an entry are in several places of a file. In some formats they may be gathered by reading it in another way. */
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

/** A file that can be read and is older, or much shorter, than the list in force: an operator may know better. */
export class WorseList extends ListError {
  override name = 'WorseList'
}

/** No list is near this; whatever is bigger is not what it says. */
export const LIST_LIMITS = {
  bytes: 512 * 1024 * 1024,
  entries: 2_000_000,
  namesOfEntry: 500,
  /** Of one record of the file, and of anything in it. */
  recordCharacters: 1_000_000,
  depth: 32,
} as const

/** Where a reader of a list puts what it reads, as it reads it. */
interface ListOutput {
  /** Whether parts of an entry may stand apart: then none can be given before the end of the file. */
  isScattered: boolean
  /** The day of the list itself; not called where the file does not tell. */
  published(day: PlainDate | null): void
  /**
   * The next entry, or nothing where it has no name; the reader waits until it was taken. Throws ListError for one too
   * many, and for one that was there before.
   */
  entry(entry: ListedEntry | undefined): Promise<void>
}

/**
 * Reads one format: gives every entry of the text to `output`. Throws ListError where it is another file, or part of one. The
 * text may be read more than once, from its beginning.
 */
export type ListReader = (text: AsyncIterable<string>, output: ListOutput) => Promise<void>

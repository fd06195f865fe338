import type { PlainDate } from '#domain/plain-date.ts'
import type { ListedEntry } from '#domain/screening/screening-records.ts'

/** Where a reader of a list puts what it reads, as it reads it. */
export interface ListOutput {
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

/** Reads one format: gives every entry of the text to `output`. Throws ListError where it is another file, or part of one. */
export type ListReader = (text: AsyncIterable<string>, output: ListOutput) => Promise<void>

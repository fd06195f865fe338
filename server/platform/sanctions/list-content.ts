import type { PlainDate } from '#domain/plain-date.ts'
import type { ListedEntry } from '#domain/screening/screening-records.ts'

/** What a file of a sanctions list says. */
export interface ListContent {
  /** The day of the list itself; null where the file does not tell. */
  publishedOn: PlainDate | null
  entries: ListedEntry[]
}

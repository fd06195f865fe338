import type { IndexPart } from '#domain/screening/list-index.ts'
import type { LowestScore } from '#domain/screening/screening-match.ts'
import type { ListedEntry, ScreeningSubject } from '#domain/screening/screening-records.ts'

/** What the thread that looks names up is asked. */
export type LookUpRequest =
  /** Takes an index into memory, under a key by which it is asked for. */
  | { kind: 'load'; list: string; parts: readonly IndexPart[] }
  /** Forgets it. */
  | { kind: 'drop'; list: string }
  /** Which entries of each list can come to a score for each subject. */
  | {
      kind: 'find'
      lists: readonly string[]
      subjects: readonly ScreeningSubject[]
      from: LowestScore
    }
  /** Takes entries into an index that is being made. */
  | { kind: 'add'; index: number; entries: readonly ListedEntry[] }
  /** Gives the first part of the index of what was taken, then the next: the whole is never in memory. */
  | { kind: 'part'; index: number }
  /** Lets go of what was taken. */
  | { kind: 'discard'; index: number }

/** What it answers to each; a request that failed is answered with why. */
export type LookUpAnswer =
  | { kind: 'done' }
  /** Keys of entries by subject and, in it, by list; undefined where a list is not in memory. */
  | { kind: 'found'; refs: string[][][] | undefined }
  /** Nothing after the last. */
  | { kind: 'part'; part: IndexPart | undefined }
  | { kind: 'failed'; reason: string }

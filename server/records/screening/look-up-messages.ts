import type { LowestScore } from '#domain/screening/screening-match.ts'
import type { ListedEntry, ScreeningSubject } from '#domain/screening/screening-records.ts'

/** An index of names as its arrays, each under its name: what goes from thread to thread and is kept in the database. */
export type IndexBytes = [part: string, bytes: ArrayBuffer][]

/** What the thread that looks names up is asked. */
export type LookUpRequest =
  /** Takes an index into memory, under a key by which it is asked for. */
  | { kind: 'load'; list: string; parts: IndexBytes }
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
  /** Gives the index of what was taken; `isWanted` says whether there is still use for it. */
  | { kind: 'finish'; index: number; isWanted: boolean }

/** What it answers to each; a request that failed is answered with why. */
export type LookUpAnswer =
  | { kind: 'done' }
  /** Keys of entries by subject and, in it, by list; undefined where a list is not in memory. */
  | { kind: 'found'; refs: string[][][] | undefined }
  | { kind: 'index'; parts: IndexBytes }
  | { kind: 'failed'; reason: string }

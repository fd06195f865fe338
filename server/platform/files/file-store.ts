import type { Readable } from 'node:stream'
import { z } from 'zod'

/** Returns unpredictable bytes; `randomBytes` of node:crypto in the running server. */
export type RandomBytes = (bytes: number) => Buffer

export interface StoredEntry {
  key: string
  modifiedAt: Date
}

/**
 * Whether a bucket keeps former versions, and whether it prevents deletion for a time; undefined if it doesn't
 * tell.
 */
export interface StoreProtection {
  versioning: boolean | undefined
  objectLock: boolean | undefined
}

/** The prefix of files that were set aside. */
export const SET_ASIDE = 'deleted'
/** The name of the object that says which installation a store belongs to. */
export const MARK = 'installation.json'

/** The prefix of notes about erasures. */
export const ERASURES = 'erasures'

/** Which installation a store belongs to. */
export interface StoreMark {
  /** The installation's id. */
  installation: string
  /** The generation of that installation's database when it last wrote here. */
  generation: number
}

/** The prefix of scripts, styles and fonts of releases. */
export const ASSETS = 'assets'
const ASSET_NAME = /^[A-Za-z0-9._-]{1,120}-[A-Za-z0-9_-]{7,8}\.(css|html|m?js|png|svg|woff2?|bin)$/

/** Whether a text has the form of a built asset's name, which includes its hash. */
export function isAssetName(text: string): boolean {
  return ASSET_NAME.test(text)
}

/** Serialises a mark. */
export function markText(mark: StoreMark): string {
  return `${JSON.stringify(mark)}\n`
}

/** Parses a mark. Throws if the text isn't one. */
export function markOf(text: string): StoreMark {
  return Mark.parse(JSON.parse(text))
}

const Mark = z.object({ installation: z.string(), generation: z.number().int().default(0) })

/** What the application's rows have on a store's files. */
export interface FileRows {
  /** How many rows refer to one. */
  count(): Promise<number>
  /** Has the next nightly run store each note next to the files again. */
  forgetNotes(): Promise<void>
}

/** Where encrypted files are stored. It knows nothing of people or documents, only keys that the server generated. */
export interface FileStore {
  /**
   * Stores all of `source` under `key` and resolves once it is safe on disk (security R48). If the source fails
   * or is aborted, nothing is left behind. Throws STORAGE_FULL if there is no room.
   */
  put(key: string, source: Readable, signal?: AbortSignal): Promise<{ bytes: number }>
  /** Opens a stored file. Throws NOT_FOUND before the first byte if there is none. */
  get(key: string): Promise<Readable>
  /** Removes a file; does nothing if there is none. */
  delete(key: string): Promise<void>
  /** Every complete file, in no particular order, except those set aside. */
  list(): AsyncIterable<StoredEntry>
  /** Removes what uploads interrupted before `before` left behind, and returns how many. */
  removeUnfinished(before: Date): Promise<number>
  /** Moves a file to `deleted/`, from where it can be restored. Returns whether there was one. */
  setAside(key: string): Promise<boolean>
  /** Restores a file that was set aside. Returns whether there was one. */
  bringBack(key: string): Promise<boolean>
  /** Every file that was set aside, with the time of that. */
  listSetAside(): AsyncIterable<StoredEntry>
  /** Removes a file that was set aside; does nothing if there is none. */
  deleteSetAside(key: string): Promise<void>
  /** The store's mark; undefined if there is none yet. */
  readMark(): Promise<StoreMark | undefined>
  /** Marks the store as an installation's. */
  writeMark(mark: StoreMark): Promise<void>
  /**
   * Stores a note of an erasure next to the files, under a name of lower-case letters and digits; a later one
   * replaces it.
   */
  writeErasure(name: string, text: string): Promise<void>
  /** Every note of an erasure. */
  readErasures(): AsyncIterable<string>
  /** Stores a release's file under a name of the form `isAssetName`. */
  writeAsset(name: string, content: Buffer): Promise<void>
  /** Reads a release's file; undefined if there is none. */
  readAsset(name: string): Promise<Buffer | undefined>
  /** Removes a release's file; does nothing if there is none. */
  deleteAsset(name: string): Promise<void>
  /** The storage service's own protection against loss, if the store is a service. */
  protection?(): Promise<StoreProtection>
  /** Throws if the store can't be used now. */
  ping(): Promise<void>
}

const KEY_BYTES = 24
const KEY_PATTERN = /^[0-9a-f]{48}$/

/**
 * A new key of 192 random bits (security R43 asks for 128), in hexadecimal, so that no file system can confuse
 * two.
 */
export function newStorageKey(random: RandomBytes): string {
  return random(KEY_BYTES).toString('hex')
}

/** Whether a text has the form of a key from `newStorageKey`. */
export function isStorageKey(text: string): boolean {
  return KEY_PATTERN.test(text)
}

/** Returns the key, or throws if it isn't one of ours, so that no path can be smuggled in as a key. */
export function checkedKey(key: string): string {
  if (!isStorageKey(key)) throw new Error('Not a storage key')
  return key
}

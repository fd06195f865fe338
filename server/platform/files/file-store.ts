import type { Readable } from 'node:stream'
import { z } from 'zod'

/** Returns that many unpredictable bytes; `randomBytes` of node:crypto in the running server. */
export type RandomBytes = (bytes: number) => Buffer

export interface StoredEntry {
  key: string
  modifiedAt: Date
}

/** Whether a bucket keeps former versions, and whether it refuses to delete for a time; undefined where it does not say. */
export interface StoreProtection {
  versioning: boolean | undefined
  objectLock: boolean | undefined
}

/** Below this name lie the files that were set aside. */
export const SET_ASIDE = 'deleted'
/** The name under which a store says whose it is. */
export const MARK = 'installation.json'

/** Below this name lie the notes of erasures. */
export const ERASURES = 'erasures'

/** What a store says of whose it is. */
export interface StoreMark {
  /** The id of the installation that it belongs to. */
  installation: string
  /** How far that installation's database had counted when it last wrote here. */
  generation: number
}

/** Below this name lie the scripts, styles and fonts of releases. */
export const ASSETS = 'assets'
const ASSET_NAME = /^[A-Za-z0-9._-]{1,120}-[A-Za-z0-9_-]{7,8}\.(css|html|m?js|png|svg|woff2?|bin)$/

/** Whether a text is the name that the build gives to such a file: its hash is part of it. */
export function isAssetName(text: string): boolean {
  return ASSET_NAME.test(text)
}

/** The content of a mark. */
export function markText(mark: StoreMark): string {
  return `${JSON.stringify(mark)}\n`
}

/** Reads the content of a mark. Throws where it is not one. */
export function markOf(text: string): StoreMark {
  return Mark.parse(JSON.parse(text))
}

const Mark = z.object({ installation: z.string(), generation: z.number().int().default(0) })

/** Where encrypted files lie. It knows nothing of people or documents, only keys that the server made. */
export interface FileStore {
  /**
   * Stores all of `source` under `key` and resolves once it is safe on disk (security R48).
   * A failing or aborted source leaves nothing behind. Throws STORAGE_FULL when there is no room.
   */
  put(key: string, source: Readable, signal?: AbortSignal): Promise<{ bytes: number }>
  /** Opens a stored file; throws NOT_FOUND before a single byte when there is none. */
  get(key: string): Promise<Readable>
  /** Removes a file; a missing one is fine. */
  delete(key: string): Promise<void>
  /** Every finished file, in no particular order; without those that were set aside. */
  list(): AsyncIterable<StoredEntry>
  /** Removes what interrupted uploads left before `before`; returns how many. */
  removeUnfinished(before: Date): Promise<number>
  /** Moves a file to `deleted/`, from where it can be brought back. Returns whether there was one. */
  setAside(key: string): Promise<boolean>
  /** Moves a file that was set aside back to its place. Returns whether there was one. */
  bringBack(key: string): Promise<boolean>
  /** Every file that was set aside, with the time of that. */
  listSetAside(): AsyncIterable<StoredEntry>
  /** Removes a file that was set aside; a missing one is fine. */
  deleteSetAside(key: string): Promise<void>
  /** Whose the store is; undefined while none has marked it. */
  readMark(): Promise<StoreMark | undefined>
  /** Marks the store as an installation's. */
  writeMark(mark: StoreMark): Promise<void>
  /** Keeps a note of an erasure beside the files, under a name of small letters and digits; the last of a name counts. */
  writeErasure(name: string, text: string): Promise<void>
  /** Every note of an erasure. */
  readErasures(): AsyncIterable<string>
  /** Stores a file of a release under its name, of `isAssetName`. */
  writeAsset(name: string, content: Buffer): Promise<void>
  /** Reads such a file; undefined where there is none. */
  readAsset(name: string): Promise<Buffer | undefined>
  /** Removes such a file; a missing one is fine. */
  deleteAsset(name: string): Promise<void>
  /** What the service itself does against loss, where the store is a service. */
  protection?(): Promise<StoreProtection>
  /** Throws when the store can't be used now. */
  ping(): Promise<void>
}

const KEY_BYTES = 24
const KEY_PATTERN = /^[0-9a-f]{48}$/

/** A new key of 192 random bits (security R43 asks for 128). Hexadecimal, so that no file system can confuse two. */
export function newStorageKey(random: RandomBytes): string {
  return random(KEY_BYTES).toString('hex')
}

/** Whether a text is a key as `newStorageKey` makes them. */
export function isStorageKey(text: string): boolean {
  return KEY_PATTERN.test(text)
}

/** Returns the key, or throws when it isn't one of ours: a path can never be smuggled through a key. */
export function checkedKey(key: string): string {
  if (!isStorageKey(key)) throw new Error('Not a storage key')
  return key
}

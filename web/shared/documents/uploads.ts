import type { DocumentSlot } from '#contract/documents/documents.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { nextUploadProgress, type UploadEvent, type UploadProgress } from './upload-progress.ts'
import type { UploadPlace } from './upload-text.ts'
import type { WaitingFile } from './waiting-file.ts'

/** Where a file belongs, and its owner. */
export interface UploadSpot {
  userId: number | undefined
  kind: CaseKind
  slot: DocumentSlot
}

/** A file and the id of its upload, which stays the same however often it is sent. */
export interface ChosenFile extends Pick<WaitingFile, 'id' | 'file' | 'said' | 'chosenAt'> {
  /** Aborted when the upload is cancelled, or its owner is no longer signed in. */
  controller: AbortController
}

/** A file chosen for a spot, and its progress. */
export interface SpotUpload {
  chosen: ChosenFile
  state: UploadProgress
  /** Whether the file is stored in the browser, so that leaving doesn't lose it. */
  isKept: boolean
  /** Whether the server may have some of it. */
  wasSent: boolean
  /** Whether it wasn't sent because no one is signed in any more, or someone else is. */
  hasChangedHands: boolean
  /** Whether this device was to look for a face on it, and couldn't. */
  isFaceUnseen: boolean
}

type Change = Partial<
  Pick<SpotUpload, 'chosen' | 'isKept' | 'wasSent' | 'hasChangedHands' | 'isFaceUnseen'>
> & {
  event?: UploadEvent
}

/** This tab's uploads, regardless of which page is open. */
const uploads = new Map<string, SpotUpload>()
const watchers = new Map<string, Map<() => void, UploadPlace>>()

/** Returns this tab’s upload at a spot; undefined if there is none. */
export function uploadAt(spot: UploadSpot): SpotUpload | undefined {
  return uploads.get(keyOf(spot))
}

/** Returns this tab’s uploads with their spots, oldest first. */
export function everyUpload(): [UploadSpot, SpotUpload][] {
  return [...uploads].map(([key, upload]) => [JSON.parse(key), upload])
}

/**
 * Calls the listener after every change at a spot; `place` is where it is shown. Returns a function that stops
 * it.
 */
export function watchUpload(spot: UploadSpot, place: UploadPlace, listener: () => void): () => void {
  const key = keyOf(spot)
  const shown = watchers.get(key) ?? new Map<() => void, UploadPlace>()
  watchers.set(key, shown.set(listener, place))
  return () => {
    shown.delete(listener)
    if (shown.size === 0 && watchers.get(key) === shown) watchers.delete(key)
  }
}

/** Where a spot is shown; undefined if it isn't. */
export function shownAt(spot: UploadSpot): UploadPlace | undefined {
  return watchers.get(keyOf(spot))?.values().next().value
}

/** Puts a file into a spot, to be sent. */
export function putChosen(
  spot: UploadSpot,
  { id, file, said, chosenAt }: Omit<ChosenFile, 'controller'>,
  isKept = false,
): ChosenFile {
  const chosen = { id, file, said, chosenAt, controller: new AbortController() }
  const state = { kind: 'chosen', file, error: null } as const
  put(spot, { chosen, state, isKept, wasSent: false, hasChangedHands: false, isFaceUnseen: false })
  return chosen
}

/** Changes the upload with this id; returns false if it was replaced or removed. */
export function changeUpload(spot: UploadSpot, id: string, { event, ...change }: Change): boolean {
  const upload = uploadAt(spot)
  if (upload?.chosen.id !== id) return false
  const state = event ? nextUploadProgress(upload.state, event) : upload.state
  put(spot, { ...upload, ...change, state })
  return true
}

/** Removes the upload at a spot without stopping what is being sent. */
export function dropUpload(spot: UploadSpot): void {
  if (uploads.delete(keyOf(spot))) tell(spot)
}

function put(spot: UploadSpot, upload: SpotUpload): void {
  uploads.set(keyOf(spot), upload)
  tell(spot)
}

function tell(spot: UploadSpot): void {
  for (const listener of watchers.get(keyOf(spot))?.keys() ?? []) listener()
}

function keyOf({ userId, kind, slot }: UploadSpot): string {
  return JSON.stringify({ userId, kind, slot })
}

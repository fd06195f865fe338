import { ONBOARDING_MAX_FILE_BYTES } from '#contract/documents/documents.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import { UPLOAD_TEXT } from '#contract/file-types.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { fetchModule } from '#web/lib/fetch-module.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { sessionQuery } from '#web/lib/session.ts'
import { personOwner } from '#web/lib/waiting-database.ts'
import { prepareWaiting } from '#web/lib/waiting-key.ts'
import { asJpeg } from './as-jpeg.ts'
import { UnreadableFile } from './check-file.ts'
import { inTurn } from './in-turn.ts'
import { ownDocumentsQuery } from './own-documents.ts'
import { readDocumentsAgain, rememberDocument } from './queries.ts'
import { isFileRefused, isOfAnother, sayFailed, sayStored } from './upload-outcome.ts'
import {
  type ChosenFile,
  changeUpload,
  dropUpload,
  everyUpload,
  putChosen,
  shownAt,
  type UploadSpot,
  uploadAt,
} from './uploads.ts'
import type { SaidOfDocument, WaitingFile } from './waiting-file.ts'

/** Stores and sends files: fetched with the first widget, because it is needed once the connection is lost. */
const loadWaitingFiles = () => fetchModule(() => import('./waiting-files.ts'))
const loadSending = () => fetchModule(() => import('./send-document.ts'))

const loadPictureCheck = () => fetchModule(() => import('./picture-check.ts'))

/** Cancelled uploads, by id. */
const cancelled = new Set<string>()

/** Takes a file for a spot, replacing one chosen before, and stores it in the browser. */
export function chooseFile(spot: UploadSpot, file: File, said: SaidOfDocument): void {
  cancelUpload(spot)
  void store(spot, putChosen(spot, { id: crypto.randomUUID(), file, said, chosenAt: Date.now() }), false)
}

/**
 * Sends a spot's chosen file, regardless of which page is open meanwhile; returns the stored document, or null
 * if it wasn't stored. Reports the outcome.
 */
export async function sendUpload(spot: UploadSpot, said: SaidOfDocument): Promise<StoredDocument | null> {
  const upload = uploadAt(spot)
  if (upload?.state.kind !== 'chosen') return null
  followSession()
  let chosen: ChosenFile = { ...upload.chosen, said }
  const { id, controller } = chosen
  const { signal } = controller
  changeUpload(spot, id, { hasChangedHands: false, event: { type: 'reading' } })
  const stopAsking = askBeforeClosing(spot, id)
  try {
    await readStart(chosen.file)
    chosen = { ...chosen, file: await asJpeg(chosen.file) }
    if (!changeUpload(spot, id, { chosen })) return null
    const isKept = await store(spot, chosen, true)
    const faces = spot.slot === 'selfie' && said.faces === undefined ? facesOf(chosen.file) : undefined
    const stored = await inTurn(id, signal, async () => {
      // Another tab may have sent or cancelled it before this one's turn.
      if (isKept && !(await isStillSent(spot, id))) return null
      const stored = await sendFile(spot, chosen)
      await forget(spot, id)
      return stored
    })
    if (stored === null) return handledElsewhere(spot, id)
    if (!changeUpload(spot, id, { event: { type: 'stored', document: stored } })) return null
    rememberDocument(stored)
    sayStored(spot)
    if (faces) void tellOfFaces(spot, id, stored, faces)
    if (!shownAt(spot)) dropUpload(spot)
    return stored
  } catch (error) {
    if (!signal.aborted && uploadAt(spot)?.chosen.id === id) fail(spot, chosen, error)
    return null
  } finally {
    stopAsking()
  }
}

/** Cancels the upload of a spot and deletes its file, here and on the server. */
export function cancelUpload(spot: UploadSpot): void {
  const upload = uploadAt(spot)
  if (!upload) return
  const { id, controller } = upload.chosen
  dropUpload(spot)
  if (upload.state.kind === 'uploaded') return
  cancelled.add(id)
  // First in this browser, so that another tab whose turn is next doesn't send it.
  forget(spot, id).then(
    () => controller.abort(),
    () => controller.abort(),
  )
  if (!upload.wasSent) return
  loadSending().then(
    (sending) => sending.cancelUpload(id),
    () => {},
  )
}

/**
 * Called when a spot's widget is unmounted: a file being sent continues, others stay in the browser's storage
 * or are lost.
 */
export function leaveUpload(spot: UploadSpot): void {
  if (uploadAt(spot)?.state.kind !== 'uploading') dropUpload(spot)
}

/**
 * Restores a spot's file that was chosen or being sent when the page was closed. Throws ApiError if it can't be
 * read now.
 */
export async function restoreUpload(spot: UploadSpot): Promise<void> {
  if (spot.userId === undefined) return
  loadSending().catch(() => {})
  const { findWaitingFile } = await loadWaitingFiles()
  const owner = personOwner(spot.userId)
  prepareWaiting(owner)
  const waiting = await findWaitingFile({ owner, place: placeOf(spot) })
  if (waiting) take(spot, waiting)
}

/** Resumes uploads interrupted by closing a page of the product. Throws ApiError if they can't be read now. */
export async function resumeUploads(userId: number): Promise<void> {
  const { findWaitingFiles } = await loadWaitingFiles()
  for (const waiting of await findWaitingFiles(personOwner(userId))) {
    const kind = waiting.place.startsWith('business') ? 'business' : 'consumer'
    if (waiting.isSent) take({ userId, kind, slot: waiting.slot }, waiting)
  }
}

function take(spot: UploadSpot, { id, file, said, chosenAt, isSent }: WaitingFile): void {
  if (uploadAt(spot) || cancelled.has(id) || !(isSent || shownAt(spot))) return
  putChosen(spot, { id, file, said, chosenAt }, true)
  if (isSent) void sendUpload(spot, said)
}

async function sendFile(spot: UploadSpot, chosen: ChosenFile): Promise<StoredDocument> {
  const { id, controller } = chosen
  const { kind, userId, slot } = spot
  const { sendDocument } = await loadSending()
  changeUpload(spot, id, { wasSent: true, event: { type: 'sent', part: 0 } })
  const stored = await sendDocument(
    { ...chosen, slot },
    { kind, userId, maxBytes: ONBOARDING_MAX_FILE_BYTES },
    {
      signal: controller.signal,
      onSent: (part) => changeUpload(spot, id, { event: { type: 'sent', part } }),
      onWaiting: (waiting) => changeUpload(spot, id, { event: { type: 'waiting', waiting } }),
    },
  )
  if (!stored) throw new ApiError(200, UPLOAD_TEXT.failed)
  return stored
}

/** Returns how many faces this device finds on a selfie; null if it can't tell. Never throws. */
function facesOf(file: File): Promise<number | null> {
  return loadPictureCheck()
    .then(({ countSelfieFaces }) => countSelfieFaces(file))
    .catch(() => null)
}

/** Counting takes a while on a slow device, so the document is ready first and the result is sent once known. */
async function tellOfFaces(
  spot: UploadSpot,
  id: string,
  document: StoredDocument,
  looked: Promise<number | null>,
): Promise<void> {
  const faces = await looked
  if (faces === null) return void changeUpload(spot, id, { isFaceUnseen: true })
  if (!isCurrent(document)) return
  const told = await (await loadSending()).tellFaces(document, faces)
  // It may have been replaced meanwhile.
  if (isCurrent(document)) rememberDocument(told)
}

function isCurrent({ id }: StoredDocument): boolean {
  const held = queryClient.getQueryData(ownDocumentsQuery.queryKey)
  return held?.documents.some((document) => document.id === id) ?? true
}

async function isStillSent(spot: UploadSpot, id: string): Promise<boolean> {
  if (spot.userId === undefined) return true
  const { findWaitingFile } = await loadWaitingFiles()
  const waiting = await findWaitingFile({ owner: personOwner(spot.userId), place: placeOf(spot) })
  return waiting?.id === id && waiting.isSent
}

function handledElsewhere(spot: UploadSpot, id: string): null {
  if (uploadAt(spot)?.chosen.id === id) dropUpload(spot)
  void readDocumentsAgain()
  return null
}

/** Stores a file in the browser in its present state. False if it can't; it is sent anyway. */
async function store(spot: UploadSpot, { id, file, said, chosenAt }: ChosenFile, isSent: boolean) {
  if (spot.userId === undefined) return false
  try {
    const { storeWaitingFile } = await loadWaitingFiles()
    const here = { owner: personOwner(spot.userId), place: placeOf(spot), slot: spot.slot }
    const isKept = await storeWaitingFile({ id, file, said, chosenAt, isSent, ...here })
    if (cancelled.has(id)) await forget(spot, id)
    changeUpload(spot, id, { isKept })
    return isKept
  } catch {
    return false
  }
}

async function forget(spot: UploadSpot, id: string): Promise<void> {
  if (spot.userId === undefined) return
  const { forgetFile } = await loadWaitingFiles()
  await forgetFile({ owner: personOwner(spot.userId), place: placeOf(spot), id })
}

function placeOf({ kind, slot }: UploadSpot): string {
  return `${kind} ${slot}`
}

/** Keeps the file chosen. A refused file waits for its owner on this page, and not for the next visit. */
function fail(spot: UploadSpot, chosen: ChosenFile, error: unknown): void {
  const hasChangedHands = isOfAnother(error)
  const isRefused = isFileRefused(error)
  const event = { type: 'failed', message: sayFailed(spot, error), isRefused } as const
  changeUpload(spot, chosen.id, { hasChangedHands, event })
  if (!hasChangedHands) void store(spot, chosen, false)
  else if (!shownAt(spot)) dropUpload(spot)
}

/** Reads the first bytes: a file that was moved or deleted since it was chosen cannot be read. */
async function readStart(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch (cause) {
    throw new UnreadableFile(UPLOAD_TEXT.readFailed, { cause })
  }
}

/**
 * Asks before the page is closed while a file that the browser doesn't store is being sent, until the returned
 * function is called.
 */
function askBeforeClosing(spot: UploadSpot, id: string): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    const upload = uploadAt(spot)
    if (upload?.chosen.id === id && !upload.isKept) event.preventDefault()
  }
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}

let isFollowing = false

/** Stops the uploads of someone who has signed out, or been replaced by someone else. */
function followSession(): void {
  if (isFollowing) return
  isFollowing = true
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== sessionQuery.queryKey[0]) return
    const session = queryClient.getQueryData(sessionQuery.queryKey)
    if (session) stopOthers((session.user ?? session.applicant)?.id)
  })
}

function stopOthers(userId: number | undefined): void {
  for (const [spot, { chosen, state, isKept }] of everyUpload()) {
    if (state.kind !== 'uploading' || spot.userId === userId) continue
    dropUpload(spot)
    // The file stays next to the prompt to sign in again.
    if (shownAt(spot)) putChosen(spot, chosen, isKept)
    chosen.controller.abort()
  }
}

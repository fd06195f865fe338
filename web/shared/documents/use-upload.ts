import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import type { DocumentSlot } from '#contract/documents/documents.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import { UPLOAD_TEXT } from '#contract/file-types.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { fetchModule } from '#web/lib/fetch-module.ts'
import { toast } from '#web/ui/toast.ts'
import { asJpeg } from './as-jpeg.ts'
import { fileProblem, UnreadableFile } from './check-file.ts'
import { nextUploadProgress, type UploadProgress } from './upload-progress.ts'
import { UPLOAD_FIELD_TEXT, type UploadPlace } from './upload-text.ts'
import type { SaidOfDocument, WaitingFile } from './waiting-files.ts'

/** What stores and sends files: fetched with the first widget, because it is needed where the line is lost. */
const loadWaitingFiles = () => fetchModule(() => import('./waiting-files.ts'))
const loadSending = () => fetchModule(() => import('./send-document.ts'))

export interface UploadOptions {
  kind: CaseKind
  userId: number | undefined
  slot: DocumentSlot
  /** The document the server holds for this slot, if any: the widget then begins as uploaded. */
  stored: StoredDocument | null
  maxBytes: number
  place: UploadPlace
  /** Nothing is taken at the moment: what is kept stays where it is. */
  readOnly?: boolean | undefined
  /** What goes with the file. */
  said: SaidOfDocument
  onStored: (document: StoredDocument) => void
  /** The session ended while sending: the file stays chosen (401). */
  onSignedOut?: () => void
}

export interface Upload {
  state: UploadProgress
  /** Whether the file that is chosen or on its way lies in the browser, so that leaving doesn’t lose it. */
  isKept: boolean
  choose: (file: File) => boolean
  /** Sends the chosen file; without one it says so. Ignored while one is being sent. */
  start: () => Promise<void>
  /** Chooses a file and sends it at once; answers with the stored document, or null where it was not stored. */
  send: (file: File) => Promise<StoredDocument | null>
  /** Says why the chosen file is not sent. */
  refuse: (message: string) => void
  /** Cancels for real what is being sent, and empties the widget. */
  reset: () => void
  /** Begins again with what the server holds now. */
  showStored: () => void
}

/** The logic of one upload widget (onboarding §4, §5, §8). */
export function useUpload(options: UploadOptions): Upload {
  const { kind, userId, slot, stored, maxBytes, readOnly, said, onStored, onSignedOut } = options
  const place = `${kind} ${slot}`
  const text = UPLOAD_FIELD_TEXT[options.place]
  const [state, dispatch] = useReducer(nextUploadProgress, stored, initialState)
  const [isKept, setKept] = useState(false)
  const sending = useRef<AbortController | null>(null)
  const chosen = useRef<Chosen | null>(null)

  // Given elsewhere since, such as by their phone.
  const [seen, setSeen] = useState(stored?.id)
  if (stored && stored.id !== seen) {
    setSeen(stored.id)
    if (state.kind === 'empty') dispatch({ type: 'stored', document: stored })
  }

  // A person who leaves the page no longer waits for the answer; what is kept goes on when they are here again.
  useEffect(() => () => sending.current?.abort(), [])

  /** Keeps the chosen file in the browser, as it is now. */
  const keep = async (file: Chosen, isSent: boolean) => {
    if (userId === undefined) return
    const { forgetFile, personOwner, storeWaitingFile } = await loadWaitingFiles()
    const here = { owner: personOwner(userId), place }
    const isSafe = await storeWaitingFile({ ...here, ...file, slot, said, isSent })
    if (chosen.current?.id === file.id) setKept(isSafe)
    else await forgetFile({ ...here, id: file.id })
  }

  const forget = async ({ id }: Chosen) => {
    chosen.current = null
    setKept(false)
    if (userId === undefined) return
    const { forgetFile, personOwner } = await loadWaitingFiles()
    await forgetFile({ owner: personOwner(userId), place, id })
  }

  /** Nothing stays of what was chosen, here or on the server. */
  const giveUp = () => {
    sending.current?.abort()
    const given = chosen.current
    if (!given) return
    void forget(given).catch(() => {})
    if (given.isSent)
      loadSending().then(
        ({ cancelUpload }) => cancelUpload(given.id),
        () => {},
      )
  }

  const choose = (file: File): boolean => {
    giveUp()
    const message = fileProblem(file, slot, maxBytes)
    dispatch(message ? { type: 'file_refused', message } : { type: 'file_chosen', file })
    if (message) return false
    chosen.current = { id: crypto.randomUUID(), file, chosenAt: Date.now() }
    void keep(chosen.current, false).catch(() => {})
    return true
  }

  const start = async () => {
    if (state.kind === 'uploading') return
    if (!chosen.current) return dispatch({ type: 'failed', message: UPLOAD_TEXT.selectFirst })
    await sendChosen(chosen.current)
  }

  const send = async (file: File) => (choose(file) && chosen.current ? sendChosen(chosen.current) : null)

  const sendChosen = async (original: Chosen, saidOfIt = said): Promise<StoredDocument | null> => {
    const controller = new AbortController()
    sending.current = controller
    const { signal } = controller
    dispatch({ type: 'reading' })
    try {
      await readStart(original.file)
      const ready = { ...original, file: await asJpeg(original.file), isSent: true }
      if (signal.aborted) return null
      chosen.current = ready
      // Where it can't be kept it is sent all the same.
      await keep(ready, true).catch(() => {})
      const { sendDocument } = await loadSending()
      dispatch({ type: 'sent', part: 0 })
      const document = await sendDocument(
        { ...ready, slot, said: saidOfIt },
        { kind, userId, maxBytes },
        {
          signal,
          onSent: (part) => signal.aborted || dispatch({ type: 'sent', part }),
          onWaiting: (waiting) => signal.aborted || dispatch({ type: 'waiting', waiting }),
        },
      )
      if (!document) throw new ApiError(200, UPLOAD_TEXT.failed)
      // First, so that a page that is loaded again at once doesn’t send it once more.
      await forget(ready).catch(() => {})
      if (signal.aborted) return null
      dispatch({ type: 'stored', document })
      toast({ kind: 'success', ...text.stored })
      onStored(document)
      return document
    } catch (error) {
      if (signal.aborted) return null
      const failure = failureText(error, text.failed)
      dispatch({ type: 'failed', message: failure.description })
      toast({ kind: 'error', ...failure })
      if (hasChangedHands(error)) onSignedOut?.()
      // What the server refuses waits for its person, and not for the next visit.
      else if (chosen.current) void keep(chosen.current, false).catch(() => {})
      return null
    } finally {
      if (sending.current === controller) sending.current = null
    }
  }

  // What was chosen or on its way when the page was closed.
  const restore = useEffectEvent(async () => {
    if (userId === undefined || readOnly) return
    const { findWaitingFile, personOwner, prepareWaiting } = await loadWaitingFiles()
    prepareWaiting(personOwner(userId))
    const kept = await findWaitingFile({ owner: personOwner(userId), place })
    if (!kept || chosen.current) return
    const { id, file, chosenAt } = kept
    chosen.current = { id, file, chosenAt }
    setKept(true)
    dispatch({ type: 'file_chosen', file })
    if (kept.isSent) await sendChosen(chosen.current, kept.said)
  })
  useEffect(() => {
    if (userId === undefined) return
    const tryRestore = () => void restore().catch(() => {})
    tryRestore()
    loadSending().catch(() => {})
    // A file whose key couldn’t be fetched is opened once the line is back.
    window.addEventListener('online', tryRestore)
    return () => window.removeEventListener('online', tryRestore)
  }, [userId])

  const reset = () => {
    giveUp()
    dispatch({ type: 'reset' })
  }

  const showStored = () => {
    setSeen(undefined)
    reset()
  }

  const refuse = (message: string) => dispatch({ type: 'failed', message })

  return { state, isKept, choose, start, send, refuse, reset, showStored }
}

/** A file and the id of its upload, which stays the same however often it is sent. */
type Chosen = Pick<WaitingFile, 'id' | 'file' | 'chosenAt'> & { isSent?: boolean }

function initialState(stored: StoredDocument | null): UploadProgress {
  return stored ? { kind: 'uploaded', document: stored } : { kind: 'empty', error: null }
}

/** No one is signed in any more, or someone else is, in another tab. */
function hasChangedHands(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.code === 'FORBIDDEN')
}

/** Reads the first bytes: a file that was moved or deleted since it was chosen cannot be read (onboarding §8). */
async function readStart(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch (cause) {
    throw new UnreadableFile(UPLOAD_TEXT.readFailed, { cause })
  }
}

/** The server's own message, or what is known of the failure here; without either the place's general words. */
function failureText(error: unknown, unnamed: { title: string; description: string }) {
  if (error instanceof ApiError && !error.body.message) return unnamed
  const isKnown = error instanceof ApiError || error instanceof UnreadableFile
  return {
    title: UPLOAD_TEXT.failedTitle,
    description: isKnown ? error.message : UPLOAD_TEXT.processingFailed,
  }
}

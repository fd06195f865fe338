import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import type { z } from 'zod'
import type { DocType, DocumentSlot } from '#contract/documents/documents.ts'
import type { StoredDocument, uploadDocument } from '#contract/documents/uploads.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { UPLOAD_TEXT } from '#contract/file-types.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { ApiError, isSentence } from '#web/lib/api-error.ts'
import { toast } from '#web/ui/toast.ts'
import { asJpeg } from './as-jpeg.ts'
import { fileProblem } from './check-file.ts'
import { nextUploadProgress, type UploadProgress } from './upload-progress.ts'
import { UPLOAD_FIELD_TEXT, type UploadPlace } from './upload-text.ts'

/** A type import only: the browser is sent no schema for an answer it trusts. */
const UPLOAD_PATH: (typeof uploadDocument)['path'] = '/api/uploads/kyc-document-direct'

export interface UploadOptions {
  kind: CaseKind
  userId: number | undefined
  slot: DocumentSlot
  /** The document the server holds for this slot, if any: the widget then begins as uploaded. */
  stored: StoredDocument | null
  maxBytes: number
  place: UploadPlace
  /** What goes with the file. */
  said: SaidOfDocument
  onStored: (document: StoredDocument) => void
  /** The session ended while sending: the file stays chosen (401). */
  onSignedOut?: () => void
}

export interface Upload {
  state: UploadProgress
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
export function useUpload({
  kind,
  userId,
  slot,
  stored,
  maxBytes,
  place,
  said,
  onStored,
  onSignedOut,
}: UploadOptions): Upload {
  const [state, dispatch] = useReducer(nextUploadProgress, stored, initialState)
  const sending = useRef<AbortController | null>(null)

  // Given elsewhere since, such as by their phone.
  const [seen, setSeen] = useState(stored?.id)
  if (stored && stored.id !== seen) {
    setSeen(stored.id)
    if (state.kind === 'empty') dispatch({ type: 'stored', document: stored })
  }

  // A person who leaves the page no longer waits for the answer.
  useEffect(() => () => sending.current?.abort(), [])

  const choose = (file: File): boolean => {
    sending.current?.abort()
    const message = fileProblem(file, slot, maxBytes)
    dispatch(message ? { type: 'file_refused', message } : { type: 'file_chosen', file })
    return message === null
  }

  const start = async () => {
    if (state.kind === 'uploading') return
    if (state.kind !== 'chosen') return dispatch({ type: 'failed', message: UPLOAD_TEXT.selectFirst })
    await sendChosen(state.file)
  }

  const send = async (file: File) => (choose(file) ? sendChosen(file) : null)

  const sendChosen = async (file: File): Promise<StoredDocument | null> => {
    const controller = new AbortController()
    sending.current = controller
    const { signal } = controller
    dispatch({ type: 'reading' })
    try {
      await readStart(file)
      const sent = await asJpeg(file)
      if (signal.aborted) return null
      dispatch({ type: 'sent', part: 0 })
      const document = await sendDocument(
        { kind, userId, slot, file: sent, maxBytes, said },
        { signal, onSent: (part) => signal.aborted || dispatch({ type: 'sent', part }) },
      )
      dispatch({ type: 'stored', document })
      toast({ kind: 'success', ...UPLOAD_FIELD_TEXT[place].stored })
      onStored(document)
      return document
    } catch (error) {
      if (signal.aborted) return null
      const waits = error instanceof ApiError && error.status === 0
      const failure = waits ? BROKEN_OFF : failureText(error, place)
      dispatch({ type: 'failed', message: failure.description, waits })
      toast({ kind: waits ? 'warning' : 'error', ...failure })
      if (hasChangedHands(error)) onSignedOut?.()
      return null
    } finally {
      if (sending.current === controller) sending.current = null
    }
  }

  // What the line broke off carries on by itself when it is back.
  const carryOn = useEffectEvent(() => {
    if (state.kind === 'chosen' && state.waits) void start()
  })
  useEffect(() => {
    const handleOnline = () => carryOn()
    window.addEventListener('online', handleOnline)
    return () => window.removeEventListener('online', handleOnline)
  }, [])

  const reset = () => {
    sending.current?.abort()
    dispatch({ type: 'reset' })
  }

  const showStored = () => {
    setSeen(undefined)
    reset()
  }

  const refuse = (message: string) => dispatch({ type: 'failed', message })

  return { state, choose, start, send, refuse, reset, showStored }
}

function initialState(stored: StoredDocument | null): UploadProgress {
  return stored ? { kind: 'uploaded', document: stored } : { kind: 'empty', error: null }
}

/** No one is signed in any more, or someone else is, in another tab. */
function hasChangedHands(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.code === 'FORBIDDEN')
}

const BROKEN_OFF = { title: UPLOAD_TEXT.brokenOffTitle, description: UPLOAD_TEXT.brokenOff }

class UploadFailure extends Error {}

/** Reads the first bytes: a file that was moved or deleted since it was chosen cannot be read (onboarding §8). */
async function readStart(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch (cause) {
    throw new UploadFailure(UPLOAD_TEXT.readFailed, { cause })
  }
}

/** The server's own message, or what is known of the failure here; without either the place's general words. */
function failureText(error: unknown, place: UploadPlace): { title: string; description: string } {
  if (error instanceof ApiError && !error.body.message) return UPLOAD_FIELD_TEXT[place].failed
  const isKnown = error instanceof ApiError || error instanceof UploadFailure
  return {
    title: UPLOAD_TEXT.failedTitle,
    description: isKnown ? error.message : UPLOAD_TEXT.processingFailed,
  }
}

type UploadAnswer = z.infer<(typeof uploadDocument)['answer']>

interface DocumentToSend {
  /** Whose evidence it is: the person's own, or their company's. */
  kind: CaseKind
  /** Who sends it; another may have signed in since, in another tab. */
  userId: number | undefined
  slot: DocumentSlot
  file: File
  maxBytes: number
  said: SaidOfDocument
}

/** What the person says of the document before its file. */
interface SaidOfDocument {
  /** Of a side of an ID document: which kind it is. */
  docType?: DocType | undefined
  issuedOn?: string | undefined
  expiresOn?: string | undefined
}

interface SendOptions {
  signal: AbortSignal
  /** The part of the body that has left, from 0 to 1. */
  onSent: (part: number) => void
}

/**
 * Sends a document as multipart, with the progress that only XMLHttpRequest tells. Returns the stored document; throws
 * ApiError when refused, and the signal's reason when cancelled. The text fields stand before the file, so that the
 * server knows what it receives before the first byte of it (choices §5).
 */
function sendDocument({ file, said, ...document }: DocumentToSend, options: SendOptions) {
  const { kind, userId, slot, maxBytes } = document
  return new Promise<StoredDocument>((resolve, reject) => {
    const { signal, onSent } = options
    if (signal.aborted) return reject(signal.reason)
    const form = new FormData()
    form.append('documentType', slot)
    form.append('kind', kind)
    form.append('fileName', file.name)
    if (userId !== undefined) form.append('userId', String(userId))
    form.append('maxBytes', String(maxBytes))
    for (const [name, value] of Object.entries(said)) if (value) form.append(name, value)
    form.append('file', file)

    const request = new XMLHttpRequest()
    request.open('POST', UPLOAD_PATH)
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onSent(loaded / total)
    }
    request.onload = () => {
      if (request.status < 200 || request.status > 299) return reject(refusal(request))
      try {
        resolve((JSON.parse(request.responseText) as UploadAnswer).document)
      } catch (cause) {
        reject(new ApiError(request.status, UPLOAD_TEXT.failed, {}, { cause }))
      }
    }
    request.onerror = () => reject(ApiError.network(new Error('The upload was interrupted')))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

/** The server's own message, or the widget's general one (onboarding §8, Uploads). */
function refusal(request: XMLHttpRequest): ApiError {
  try {
    const body = JSON.parse(request.responseText) as Partial<ErrorBody>
    return new ApiError(request.status, isSentence(body.message) ? body.message : UPLOAD_TEXT.failed, body)
  } catch {
    return new ApiError(request.status, UPLOAD_TEXT.failed)
  }
}

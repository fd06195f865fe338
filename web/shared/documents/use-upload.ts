import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { type DocumentSlot, ONBOARDING_MAX_FILE_BYTES } from '#contract/documents/documents.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import { UPLOAD_TEXT } from '#contract/file-types.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { fileProblem } from './check-file.ts'
import { cancelUpload, chooseFile, leaveUpload, restoreUpload, sendUpload } from './send-upload.ts'
import type { UploadProgress } from './upload-progress.ts'
import type { UploadPlace } from './upload-text.ts'
import { changeUpload, dropUpload, type UploadSpot, uploadAt, watchUpload } from './uploads.ts'
import type { SaidOfDocument } from './waiting-file.ts'

export interface UploadOptions {
  kind: CaseKind
  userId: number | undefined
  slot: DocumentSlot
  /** The document the server has for this slot, if any: the widget then starts as uploaded. */
  stored: StoredDocument | null
  place: UploadPlace
  /** Whether no file is accepted at the moment; one already stored stays. */
  readOnly?: boolean | undefined
  /** The data sent with the file. */
  said: SaidOfDocument
  /** Called if the session ended while sending: the file stays chosen (401). */
  onSignedOut?: () => void
}

/** What was found and chosen for a file before it is sent. */
export type ChosenSaid = Pick<SaidOfDocument, 'faces' | 'anyway'>

export interface Upload {
  state: UploadProgress
  /** Whether the chosen or sent file is stored in the browser, so that leaving doesn't lose it. */
  isKept: boolean
  /** Whether this device was to look for a face on the selfie, and couldn't. */
  isFaceUnseen: boolean
  choose: (file: File) => boolean
  /** Sends the chosen file; reports an error if there is none. Ignored while one is being sent. */
  start: (more?: ChosenSaid) => void
  /** Chooses a file and sends it immediately; returns the stored document, or null if it wasn't stored. */
  send: (file: File, more: ChosenSaid) => Promise<StoredDocument | null>
  /** Shows why the chosen file isn't sent. */
  refuse: (message: string) => void
  /** Cancels the upload here and on the server, and empties the widget. */
  reset: () => void
  /** Starts again with what the server has now. */
  showStored: () => void
}

/** One upload widget: its spot's upload or, without one, the stored document (onboarding §4.2). */
export function useUpload({ stored, place, readOnly, said, onSignedOut, ...options }: UploadOptions): Upload {
  const spot = useSpot(options)
  const upload = useSyncExternalStore(
    useCallback((listener) => watchUpload(spot, place, listener), [spot, place]),
    () => uploadAt(spot),
  )
  /** The document being replaced; a newer one, such as from their phone, is shown. */
  const [replaced, setReplaced] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const state = upload?.state ?? stateOf(stored?.id === replaced ? null : stored, refusal)

  useEffect(() => () => leaveUpload(spot), [spot])
  useLaterDocument(upload?.state.kind === 'uploaded' ? upload.state.document : null, stored, () => {
    dropUpload(spot)
    setReplaced(null)
  })
  useEffect(() => {
    if (readOnly) return
    const restore = () => void restoreUpload(spot).catch(() => {})
    restore()
    // A file whose key couldn't be fetched is opened once the connection is restored.
    window.addEventListener('online', restore)
    return () => window.removeEventListener('online', restore)
  }, [spot, readOnly])

  const isSignedOut = upload?.hasChangedHands ?? false
  const handleSignedOut = useEffectEvent(() => onSignedOut?.())
  useEffect(() => {
    if (isSignedOut) handleSignedOut()
  }, [isSignedOut])

  const reset = () => {
    cancelUpload(spot)
    setRefusal(null)
    if (state.kind === 'uploaded') setReplaced(state.document.id)
  }

  const choose = (file: File): boolean => {
    reset()
    const message = fileProblem(file, options.slot, ONBOARDING_MAX_FILE_BYTES)
    setRefusal(message)
    if (message === null) chooseFile(spot, file, said)
    return message === null
  }

  const send: Upload['send'] = async (file, more) =>
    choose(file) ? sendUpload(spot, { ...said, ...more }) : null

  const refuse = (message: string) => {
    if (upload) changeUpload(spot, upload.chosen.id, { event: { type: 'failed', message } })
    else setRefusal(message)
  }

  const start: Upload['start'] = (more) =>
    upload ? void sendUpload(spot, { ...said, ...more }) : refuse(UPLOAD_TEXT.selectFirst)

  const showStored = () => {
    reset()
    setReplaced(null)
  }

  const { isKept, isFaceUnseen } = upload ?? { isKept: false, isFaceUnseen: false }
  return { state, isKept, isFaceUnseen, choose, start, send, refuse, reset, showStored }
}

/** Calls back once what this tab sent was replaced or undone elsewhere: in another tab or on a phone. */
function useLaterDocument(sent: StoredDocument | null, stored: StoredDocument | null, onLater: () => void) {
  const lastStored = useRef<string | null>(null)
  const handleLater = useEffectEvent(onLater)
  useEffect(() => {
    const wasStored = sent !== null && lastStored.current === sent.id
    lastStored.current = stored?.id ?? null
    if (sent === null || stored?.id === sent.id) return
    // Until the list has what was sent, an older document in it, or none, is no news.
    if (wasStored || (stored && stored.uploadedAt > sent.uploadedAt)) handleLater()
  }, [sent, stored])
}

/** Whether this tab is sending a file for a slot; false without one. */
export function useIsSending(kind: CaseKind, userId: number | undefined, slot: DocumentSlot | undefined) {
  return useSyncExternalStore(
    useCallback(
      (listener) => (slot ? watchUpload({ userId, kind, slot }, 'onboarding', listener) : () => {}),
      [userId, kind, slot],
    ),
    () => slot !== undefined && uploadAt({ userId, kind, slot })?.state.kind === 'uploading',
  )
}

/** The spot keeps its original owner when their session ends. */
function useSpot({ userId, kind, slot }: UploadSpot): UploadSpot {
  const [known, setKnown] = useState(userId)
  if (userId !== undefined && userId !== known) setKnown(userId)
  return useMemo(() => ({ userId: known, kind, slot }), [known, kind, slot])
}

function stateOf(document: StoredDocument | null, error: string | null): UploadProgress {
  return document ? { kind: 'uploaded', document } : { kind: 'empty', error }
}

import { useCallback, useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { type DocumentSlot, ONBOARDING_MAX_FILE_BYTES } from '#contract/documents/documents.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import { UPLOAD_TEXT } from '#contract/file-types.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { fileProblem } from './check-file.ts'
import { cancelUpload, chooseFile, leaveUpload, restoreUpload, sendUpload } from './send-upload.ts'
import type { UploadProgress } from './upload-progress.ts'
import type { UploadPlace } from './upload-text.ts'
import { changeUpload, type UploadSpot, uploadAt, watchUpload } from './uploads.ts'
import type { SaidOfDocument } from './waiting-file.ts'

export interface UploadOptions {
  kind: CaseKind
  userId: number | undefined
  slot: DocumentSlot
  /** The document the server holds for this slot, if any: the widget then begins as uploaded. */
  stored: StoredDocument | null
  place: UploadPlace
  /** Nothing is taken at the moment: what is kept stays where it is. */
  readOnly?: boolean | undefined
  /** What goes with the file. */
  said: SaidOfDocument
  /** The session ended while sending: the file stays chosen (401). */
  onSignedOut?: () => void
}

/** What was seen of a file before it is sent, and chosen. */
export type ChosenSaid = Pick<SaidOfDocument, 'faces' | 'anyway'>

export interface Upload {
  state: UploadProgress
  /** Whether the file that is chosen or on its way lies in the browser, so that leaving doesn’t lose it. */
  isKept: boolean
  /** This device was to look for a face on the selfie, and couldn’t. */
  isFaceUnseen: boolean
  choose: (file: File) => boolean
  /** Sends the chosen file; without one it says so. Ignored while one is being sent. */
  start: (more?: ChosenSaid) => void
  /** Chooses a file and sends it at once; answers with the stored document, or null where it was not stored. */
  send: (file: File, more: ChosenSaid) => Promise<StoredDocument | null>
  /** Says why the chosen file is not sent. */
  refuse: (message: string) => void
  /** Cancels for real what is being sent, and empties the widget. */
  reset: () => void
  /** Begins again with what the server holds now. */
  showStored: () => void
}

/** One upload widget: what is under way in its spot, and otherwise the document there (onboarding §4, §5, §8). */
export function useUpload({ stored, place, readOnly, said, onSignedOut, ...options }: UploadOptions): Upload {
  const spot = useSpot(options)
  const upload = useSyncExternalStore(
    useCallback((listener) => watchUpload(spot, place, listener), [spot, place]),
    () => uploadAt(spot),
  )
  /** The document that makes room for another; one that is given elsewhere since, such as by their phone, shows. */
  const [replaced, setReplaced] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const state = upload?.state ?? stateOf(stored?.id === replaced ? null : stored, refusal)

  useEffect(() => () => leaveUpload(spot), [spot])
  useEffect(() => {
    if (readOnly) return
    const restore = () => void restoreUpload(spot).catch(() => {})
    restore()
    // A file whose key couldn’t be fetched is opened once the line is back.
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

/** The spot stays theirs who opened it when their session ends. */
function useSpot({ userId, kind, slot }: UploadSpot): UploadSpot {
  const [known, setKnown] = useState(userId)
  if (userId !== undefined && userId !== known) setKnown(userId)
  return useMemo(() => ({ userId: known, kind, slot }), [known, kind, slot])
}

function stateOf(document: StoredDocument | null, error: string | null): UploadProgress {
  return document ? { kind: 'uploaded', document } : { kind: 'empty', error }
}

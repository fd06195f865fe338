import { type ReactNode, useEffect, useState } from 'react'
import {
  type DocType,
  type DocumentSlot,
  documentType,
  PREVIEW_EXTENSIONS,
  pickableTypes,
  SLOT_LABELS,
} from '#contract/documents/documents.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { isPhotoToUndo } from '#domain/documents/was-submitted.ts'
import { isComputer } from '#web/lib/is-computer.ts'
import { useOnboardingPerson } from '#web/lib/session.ts'
import type { CameraDialogProps } from '#web/shared/capture/camera-dialog.tsx'
import { canAskForCamera } from '#web/shared/capture/can-ask-for-camera.ts'
import { HandOffButton } from '#web/shared/capture/hand-off-button.tsx'
import { LazyCamera } from '#web/shared/capture/lazy-camera.tsx'
import { openHandOff } from '#web/shared/capture/open-hand-off.ts'
import type { PhotoSeries } from '#web/shared/capture/photo-series.ts'
import { type OwnCase, useOwnCase } from '#web/shared/verification/own-case.ts'
import { Button } from '#web/ui/button.tsx'
import { DateFields } from '#web/ui/date-fields.tsx'
import { UploadField } from '#web/ui/upload-field.tsx'
import type { UploadFieldLook as ShownState } from '#web/ui/upload-field-look.ts'
import { acceptedFiles } from './accepted-files.ts'
import { fileExtension, fileSize } from './check-file.ts'
import { documentPreview } from './document-preview.ts'
import { openNotices } from './given-file.ts'
import { confirmPoor } from './owner-choice.ts'
import { noticesHold, PictureNotices } from './picture-notices.tsx'
import { type GivenDate, type PrintedDate, usePrintedDate } from './printed-date.ts'
import { rememberDocument } from './queries.ts'
import { UndoPhoto } from './undo-photo.tsx'
import type { ReportHold, Unsent } from './unsent-files.ts'
import type { UploadProgress } from './upload-progress.ts'
import { UPLOAD_FIELD_TEXT, type UploadPlace } from './upload-text.ts'
import { useChosenNotices } from './use-chosen-notices.ts'
import { type ChosenSaid, useUpload } from './use-upload.ts'

export interface DocumentUploadProps {
  /** Whose evidence it is: the person's own, or their company's. */
  kind: CaseKind
  slot: DocumentSlot
  /** Which place's texts it uses; onboarding's by default. */
  place?: UploadPlace
  label?: string
  /** The level of the label's heading. */
  level?: 2 | 3
  description: string
  /** For a side of an ID document: the chosen kind. */
  docType?: DocType | null
  stored: StoredDocument | null
  /** Is put into the field of its date. */
  givenDate?: GivenDate | null
  /** The other documents that count in the same case. */
  beside: readonly StoredDocument[]
  /** Whether a former version was refused, so that it is no longer offered as ready. */
  mustReplace?: boolean
  readOnly?: boolean
  /** A badge to the right of the label. */
  aside?: ReactNode
  /** The photos that are taken one after the other, with this one. */
  series?: PhotoSeries | undefined
  /** The slots a phone may be asked for when handing off from a computer; by default only this one. */
  handOffSlots?: readonly DocumentSlot[]
  onSignedOut: () => void
  /** Called with whether a file is chosen and not sent; with null when there is none, and on unmount. */
  onUnsent: (slot: DocumentSlot, unsent: Unsent | null) => void
  /** Called with the reason why the slot can't be left as it is, or null. */
  onHold: ReportHold
}

/** One document: the date printed on it, the upload widget, and notices about the stored file. */
export function DocumentUpload({
  kind,
  slot,
  docType,
  stored,
  givenDate = null,
  beside,
  mustReplace = false,
  place = 'onboarding',
  readOnly,
  series,
  handOffSlots,
  onUnsent,
  onHold,
  ...props
}: DocumentUploadProps) {
  const usable = mustReplace ? null : stored
  const date = usePrintedDate(slot, usable, givenDate)
  const userId = useOnboardingPerson()?.id
  const upload = useUpload({
    kind,
    userId,
    slot,
    stored: usable,
    place,
    readOnly,
    said: { docType: docType ?? undefined, ...(date && { [date.kind]: date.iso ?? undefined }) },
    onSignedOut: props.onSignedOut,
  })
  const { state } = upload
  const isChosen = state.kind === 'chosen'
  const isRefused = isChosen && state.isRefused === true
  const unsent = isChosen ? (upload.isKept ? 'kept' : 'chosen') : null
  useEffect(() => {
    onUnsent(slot, unsent)
    return () => onUnsent(slot, null)
  }, [slot, unsent, onUnsent])
  const previewUrl = usePreviewUrl('file' in state ? state.file : null)
  // The newest copy has what has been entered and chosen since.
  const shown = state.kind === 'uploaded' && stored?.id === state.document.id ? stored : null
  // The stored one is in force, with its questions, until it is replaced.
  const inForce = state.kind === 'uploaded' ? shown : usable
  const notices = inForce && !readOnly ? openNotices(inForce, beside) : []
  // A file being sent replaces the one with questions, and has its own once it has been stored.
  const hold = readOnly ? null : (date?.hold ?? (state.kind === 'uploading' ? null : noticesHold(notices)))
  useEffect(() => {
    onHold(slot, hold)
    return () => onHold(slot, null)
  }, [slot, hold, onHold])
  const [isCameraOpen, setCameraOpen] = useState(false)
  const [isHandOffOpen, setHandOffOpen] = useState(() => openHandOff(slot) !== null)
  const takesPhoto = canAskForCamera()
  const mayHandOff = kind === 'consumer' && !readOnly
  const own = useOwnCase(kind)
  const undoable = own && shown && !readOnly && isUndoable(shown, own) ? shown : null
  const handlePhoto: CameraDialogProps['onUse'] = (photo, seen) => void upload.send(photo, seen)
  const chosen = useChosenNotices(isChosen ? state.file : null, slot, beside)
  const send = (seen?: ChosenSaid) => (date?.hold ? upload.refuse(date.hold) : upload.start(seen))
  const handleReplace = () => {
    // Another document has another date.
    date?.clear()
    upload.reset()
  }
  const limits = acceptedFiles(slot)
  return (
    <div>
      <UploadField
        id={slot}
        label={props.label ?? SLOT_LABELS[slot]}
        level={props.level}
        description={props.description}
        aside={props.aside}
        before={date ? <DocumentDate date={date} disabled={readOnly} /> : null}
        lead={
          mayHandOff ? (
            <HandOffButton
              isOffered={state.kind === 'empty'}
              slot={slot}
              slots={handOffSlots ?? [slot]}
              docType={docType ?? null}
              describedBy={`${slot}-label`}
              isOpen={isHandOffOpen}
              onOpenChange={setHandOffOpen}
            />
          ) : null
        }
        isCameraSecond={mayHandOff && isComputer()}
        after={
          <>
            {undoable ? (
              <UndoPhoto
                document={undoable}
                describedBy={`${slot}-label`}
                onUndone={() => {
                  upload.showStored()
                  focusField(slot)
                }}
              />
            ) : null}
            {shown && upload.isFaceUnseen ? (
              <p className="mt-3 text-sm text-ink-2" role="status">
                We couldn’t look for a face on this picture. Check that your whole face is on it.
              </p>
            ) : null}
            {shown ? (
              <PictureNotices
                notices={notices}
                onKeep={async () => rememberDocument(await confirmPoor(shown))}
                onReplace={handleReplace}
              />
            ) : null}
            {state.kind === 'empty' && notices.length > 0 ? (
              <Button variant="tertiary" size="sm" className="mt-3" onClick={upload.showStored}>
                Back to the file you uploaded
              </Button>
            ) : null}
            {isChosen && !isRefused && !readOnly ? (
              <PictureNotices
                notices={chosen.notices}
                onKeep={async () => send({ anyway: true, faces: chosen.faces })}
                onReplace={upload.reset}
              />
            ) : null}
          </>
        }
        state={shownState(state, previewUrl)}
        error={('error' in state && state.error) || undefined}
        accept={pickableTypes(slot)}
        capture={documentType(slot).group === 'selfie' ? 'user' : undefined}
        limits={limits}
        disabled={readOnly}
        onCamera={
          takesPhoto ? () => (date?.hold ? upload.refuse(date.hold) : setCameraOpen(true)) : undefined
        }
        onBrowse={upload.choose}
        onDrop={upload.choose}
        // A problem is shown once: its notice has the button that sends it anyway.
        onUpload={isRefused || (isChosen && chosen.notices.length > 0) ? undefined : () => send()}
        cancelLabel={isRefused ? 'Choose another file' : undefined}
        onCancel={upload.reset}
        onReplace={handleReplace}
        readyLabel={UPLOAD_FIELD_TEXT[place].ready}
        isReady={notices.length === 0}
        replaceLabel={UPLOAD_FIELD_TEXT[place].replace}
      />
      {takesPhoto ? (
        <LazyCamera
          open={isCameraOpen}
          onClose={() => setCameraOpen(false)}
          slot={slot}
          docType={docType ?? null}
          series={series}
          onUse={handlePhoto}
          onFile={upload.choose}
          onPhone={kind === 'consumer' ? () => setHandOffOpen(true) : undefined}
        />
      ) : null}
    </div>
  )
}

/** The focused button has been removed: the focus moves to the field's first button, once it is rendered. */
function focusField(slot: DocumentSlot): void {
  requestAnimationFrame(() => window.document.getElementById(slot)?.querySelector('button')?.focus())
}

function isUndoable({ mime, uploadedAt }: StoredDocument, { state, submittedAt }: OwnCase): boolean {
  const sent = { state, submittedAt: submittedAt === null ? null : new Date(submittedAt) }
  return isPhotoToUndo({ mime, uploadedAt: new Date(uploadedAt) }, sent)
}

function shownState(state: UploadProgress, previewUrl: string | null): ShownState {
  switch (state.kind) {
    case 'empty':
      return { kind: 'empty' }
    case 'chosen':
      return { kind: 'chosen', file: chosenFile(state.file, previewUrl) }
    case 'uploading':
      return { ...state, file: chosenFile(state.file, previewUrl) }
    case 'uploaded': {
      const { fileName, bytes } = state.document
      return {
        kind: 'uploaded',
        file: { name: fileName, size: fileSize(bytes), previewUrl: documentPreview(state.document) },
      }
    }
    default:
      return state satisfies never
  }
}

function chosenFile(file: File, previewUrl: string | null) {
  return { name: file.name, size: fileSize(file.size), previewUrl }
}

/**
 * Returns a preview of a chosen file, for image extensions only (onboarding §2.7); null for other files, or until
 * it is ready.
 */
function usePreviewUrl(file: File | null): string | null {
  const [preview, setPreview] = useState<{ file: File; url: string } | null>(null)
  useEffect(() => {
    if (!file || !PREVIEW_EXTENSIONS.some((extension) => extension === fileExtension(file.name))) return
    const url = URL.createObjectURL(file)
    setPreview({ file, url })
    return () => URL.revokeObjectURL(url)
  }, [file])
  return preview && preview.file === file ? preview.url : null
}

/** The date printed on a document, asked before its file. */
function DocumentDate({ date, disabled }: { date: PrintedDate; disabled?: boolean }) {
  if (disabled) return null
  return (
    <div className="mt-4">
      <DateFields
        label={date.label}
        hint={date.hint}
        optional
        value={date.parts}
        onChange={date.change}
        onBlur={date.leave}
        error={date.problem}
      />
      <p className="mt-2 text-sm text-ink-3" role="status">
        {date.isSaved ? 'Date saved' : null}
      </p>
    </div>
  )
}

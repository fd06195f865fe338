import { type ReactNode, useEffect } from 'react'
import {
  type DocType,
  type DocumentSlot,
  documentType,
  ONBOARDING_MAX_FILE_BYTES,
  PREVIEW_EXTENSIONS,
  pickableTypes,
  SLOT_LABELS,
} from '#contract/documents/documents.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { useOnboardingPerson } from '#web/lib/session.ts'
import { UploadField } from '#web/ui/upload-field.tsx'
import type { UploadFieldLook as ShownState } from '#web/ui/upload-field-look.ts'
import { fileExtension } from './check-file.ts'
import { DocumentDate } from './document-date.tsx'
import { fileSize } from './file-size.ts'
import { noticesHold, openNotices, PictureNotices } from './picture-notices.tsx'
import { usePrintedDate } from './printed-date.ts'
import { rememberDocument } from './queries.ts'
import type { ReportHold } from './slot-holds.ts'
import type { UploadProgress } from './upload-progress.ts'
import { UPLOAD_FIELD_TEXT, type UploadPlace } from './upload-text.ts'
import { usePreviewUrl } from './use-preview-url.ts'
import { useUpload } from './use-upload.ts'

export interface DocumentUploadProps {
  /** Whose evidence it is: the person's own, or their company's. */
  kind: CaseKind
  slot: DocumentSlot
  /** Whose words it speaks; onboarding's unless given. */
  place?: UploadPlace
  label?: string
  /** Of the label's heading. */
  level?: 2 | 3
  description: string
  /** Of a side of an ID document: which kind the person has chosen. */
  docType?: DocType | null
  stored: StoredDocument | null
  /** The other documents that count in the same case. */
  beside: readonly StoredDocument[]
  /** A former version was refused: it is not offered as ready any more. */
  mustReplace?: boolean
  readOnly?: boolean
  /** A badge at the right of the label. */
  aside?: ReactNode
  onSignedOut: () => void
  /** Hears whether a file is chosen or being sent, which leaving would lose; null when there is none, and at the end. */
  onUnsent: (slot: DocumentSlot, unsent: 'chosen' | 'uploading' | null) => void
  /** Hears what keeps the slot from being left as it is, or null. */
  onHold: ReportHold
}

/** One document: the date printed on it, the upload widget, and what is to be said of the file once it is stored. */
export function DocumentUpload({
  kind,
  slot,
  docType,
  stored,
  beside,
  mustReplace = false,
  place = 'onboarding',
  readOnly,
  onUnsent,
  onHold,
  ...props
}: DocumentUploadProps) {
  const usable = mustReplace ? null : stored
  const date = usePrintedDate(slot, usable)
  const userId = useOnboardingPerson()?.id
  const upload = useUpload({
    kind,
    userId,
    slot,
    stored: usable,
    maxBytes: ONBOARDING_MAX_FILE_BYTES,
    place,
    said: { docType: docType ?? undefined, ...(date && { [date.kind]: date.iso ?? undefined }) },
    onStored: rememberDocument,
    onSignedOut: props.onSignedOut,
  })
  const { state } = upload
  const unsent = state.kind === 'chosen' || state.kind === 'uploading' ? state.kind : null
  useEffect(() => {
    onUnsent(slot, unsent)
    return () => onUnsent(slot, null)
  }, [slot, unsent, onUnsent])
  const previewUrl = usePreviewUrl('file' in state ? state.file : null)
  // The newest copy carries what was entered and chosen since.
  const shown = state.kind === 'uploaded' && stored?.id === state.document.id ? stored : null
  const notices = shown && !readOnly ? openNotices(shown, beside) : []
  const hold = readOnly ? null : (date?.hold ?? noticesHold(notices))
  useEffect(() => {
    onHold(slot, hold)
    return () => onHold(slot, null)
  }, [slot, hold, onHold])
  const handleReplace = () => {
    // Another document has another date.
    date?.clear()
    upload.reset()
  }
  return (
    <div>
      <UploadField
        id={slot}
        label={props.label ?? SLOT_LABELS[slot]}
        level={props.level}
        description={props.description}
        aside={props.aside}
        before={date ? <DocumentDate date={date} disabled={readOnly} /> : null}
        after={shown ? <PictureNotices document={shown} notices={notices} onReplace={handleReplace} /> : null}
        state={shownState(state, previewUrl)}
        error={('error' in state && state.error) || undefined}
        accept={pickableTypes(slot)}
        capture={documentType(slot).group === 'selfie' ? 'user' : undefined}
        limits={
          documentType(slot).takes === 'pictures'
            ? 'PNG, JPEG or an iPhone photo, under 10 MB'
            : 'PNG, JPEG, PDF or an iPhone photo, under 10 MB'
        }
        disabled={readOnly}
        onBrowse={upload.choose}
        onDrop={upload.choose}
        onUpload={() => (date?.hold ? upload.refuse(date.hold) : void upload.start())}
        onCancel={upload.reset}
        onReplace={handleReplace}
        readyLabel={UPLOAD_FIELD_TEXT[place].ready}
        replaceLabel={UPLOAD_FIELD_TEXT[place].replace}
      />
    </div>
  )
}

function shownState(state: UploadProgress, previewUrl: string | null): ShownState {
  switch (state.kind) {
    case 'empty':
      return { kind: 'empty' }
    case 'chosen':
      return { kind: 'chosen', file: chosenFile(state.file, previewUrl) }
    case 'uploading':
      return { kind: 'uploading', file: chosenFile(state.file, previewUrl), percent: state.percent }
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

/** The address of a stored document's picture, or null where an icon stands for it. */
export function documentPreview({ fileName, mime, documentUrl }: StoredDocument): string | null {
  const isImage =
    mime.startsWith('image/') && PREVIEW_EXTENSIONS.some((extension) => extension === fileExtension(fileName))
  return isImage ? documentUrl : null
}

function chosenFile(file: File, previewUrl: string | null) {
  return { name: file.name, size: fileSize(file.size), previewUrl }
}

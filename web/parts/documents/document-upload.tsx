import { type ReactNode, useEffect } from 'react'
import type { CaseKind } from '#contract/cases.ts'
import {
  ACCEPTED_TYPES,
  type DocumentSlot,
  ONBOARDING_MAX_FILE_BYTES,
  PREVIEW_EXTENSIONS,
  SLOT_LABELS,
} from '#contract/documents.ts'
import type { StoredDocument } from '#contract/uploads.ts'
import { useOnboardingPerson } from '#web/lib/session.ts'
import { UploadField } from '#web/ui/upload-field.tsx'
import type { UploadState as ShownState } from '#web/ui/upload-state.ts'
import { extensionOf } from './check-file.ts'
import { type DateKind, DocumentDates } from './document-dates.tsx'
import { fileSize } from './file-size.ts'
import { rememberDocument } from './queries.ts'
import type { UploadState } from './upload-state.ts'
import { UPLOAD_WORDS, type UploadPlace } from './upload-words.ts'
import { usePreviewUrl } from './use-preview-url.ts'
import { useUpload } from './use-upload.ts'

const DATE_OF_SLOT: Readonly<Partial<Record<DocumentSlot, DateKind>>> = {
  'id-front': 'expiresOn',
  'proof-of-address': 'issuedOn',
}

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
  stored: StoredDocument | null
  /** A former version was refused: it is not offered as ready any more. */
  mustReplace?: boolean
  readOnly?: boolean
  /** A badge at the right of the label. */
  aside?: ReactNode
  onSignedOut: () => void
  /** Hears whether a file is chosen or being sent, which leaving would lose; null when there is none, and at the end. */
  onUnsent: (slot: DocumentSlot, unsent: 'chosen' | 'uploading' | null) => void
}

/** One document of the onboarding: the upload widget, and the date on the document once it is stored. */
export function DocumentUpload({
  kind,
  slot,
  stored,
  mustReplace = false,
  place = 'onboarding',
  readOnly,
  onUnsent,
  ...props
}: DocumentUploadProps) {
  const usable = mustReplace ? null : stored
  const userId = useOnboardingPerson()?.id
  const upload = useUpload({
    kind,
    userId,
    slot,
    stored: usable,
    maxBytes: ONBOARDING_MAX_FILE_BYTES,
    place,
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
  const dateKind = DATE_OF_SLOT[slot]
  // The newest copy carries the dates that were entered since.
  const shown = state.kind === 'uploaded' && stored?.id === state.document.id ? stored : null
  return (
    <div>
      <UploadField
        id={slot}
        label={props.label ?? SLOT_LABELS[slot]}
        level={props.level}
        description={props.description}
        aside={props.aside}
        state={shownState(state, previewUrl)}
        error={('error' in state && state.error) || undefined}
        accept={ACCEPTED_TYPES[slot].join(',')}
        capture={slot === 'selfie' ? 'user' : undefined}
        limits={slot === 'selfie' ? 'PNG or JPEG, under 10 MB' : 'PNG, JPEG or PDF, under 10 MB'}
        disabled={readOnly}
        onBrowse={upload.choose}
        onDrop={upload.choose}
        onUpload={() => void upload.start()}
        onCancel={upload.reset}
        onReplace={upload.reset}
        readyLabel={UPLOAD_WORDS[place].ready}
        replaceLabel={UPLOAD_WORDS[place].replace}
      />
      {shown && dateKind && !readOnly ? (
        <DocumentDates key={shown.id} document={shown} kind={dateKind} />
      ) : null}
    </div>
  )
}

function shownState(state: UploadState, previewUrl: string | null): ShownState {
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
    mime.startsWith('image/') && PREVIEW_EXTENSIONS.some((extension) => extension === extensionOf(fileName))
  return isImage ? documentUrl : null
}

function chosenFile(file: File, previewUrl: string | null) {
  return { name: file.name, size: fileSize(file.size), previewUrl }
}

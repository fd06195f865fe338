import type { DocType, DocumentSlot } from '#contract/documents/documents.ts'
import { DocumentUpload } from '#web/shared/documents/document-upload.tsx'
import { SendForReview } from '#web/shared/verification/send-for-review.tsx'
import { AcceptedBadge, CorrectionNote } from '../journey/correction-note.tsx'
import { useJourney } from '../journey/journey.ts'

/** One document slot of the journey: read-only where it is accepted, with its reason where it was returned. */
export function SlotUpload({
  slot,
  docType,
  label,
  level,
  description,
}: {
  slot: DocumentSlot
  /** Of a side of an ID document: which kind is chosen. */
  docType?: DocType
  label?: string
  level?: 2 | 3
  description: string
}) {
  const { kind, document, documents, correction, onSignedOut, onUnsent, onHold } = useJourney()
  const stored = document(slot)
  const readOnly = correction !== null && !correction.isEditable(slot)
  const mustReplace = correction?.mustReplace(slot) ?? false
  return (
    <>
      <CorrectionNote item={correction?.find(slot) ?? null} />
      <DocumentUpload
        kind={kind}
        slot={slot}
        docType={docType}
        label={label}
        level={level}
        description={description}
        stored={stored}
        beside={documents}
        mustReplace={mustReplace}
        readOnly={readOnly}
        aside={readOnly ? <AcceptedBadge /> : undefined}
        onSignedOut={onSignedOut}
        onUnsent={onUnsent}
        onHold={onHold}
      />
      {correction && !readOnly && (correction.find(slot)?.fixed || (slot === 'other' && stored)) ? (
        <SendForReview own={{ ...correction.own, kind }} className="mt-5" />
      ) : null}
    </>
  )
}

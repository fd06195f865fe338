import { useState } from 'react'
import type { DocType, DocumentSlot } from '#contract/documents/documents.ts'
import { requiredSlots } from '#domain/cases/document-requirements.ts'
import { DocumentUpload } from '#web/shared/documents/document-upload.tsx'
import { SendForReview } from '#web/shared/verification/send-for-review.tsx'
import { AcceptedBadge, CorrectionNote } from '../journey/correction-note.tsx'
import { useJourney } from '../journey/journey.ts'
import { SlotReading } from './slot-reading.tsx'

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
  const { kind, document, documents, files, correction, onSignedOut, onUnsent, onHold } = useJourney()
  const stored = document(slot)
  // A date that was taken over is shown in its field, with what is wrong with it.
  const [dated, setDated] = useState<{ times: number; refused: string | null }>({ times: 0, refused: null })
  const readOnly = correction !== null && !correction.isEditable(slot)
  const isAccepted = correction?.isAccepted(slot) ?? false
  const mustReplace = correction?.mustReplace(slot) ?? false
  return (
    <>
      <CorrectionNote item={correction?.find(slot) ?? null} />
      <DocumentUpload
        key={dated.times}
        kind={kind}
        slot={slot}
        docType={docType}
        label={label}
        level={level}
        description={description}
        stored={stored}
        typedDate={dated.refused}
        beside={documents}
        mustReplace={mustReplace}
        readOnly={readOnly}
        handOffSlots={correction ? [slot] : photosLeft(slot, docType, files)}
        aside={readOnly || isAccepted ? <AcceptedBadge /> : undefined}
        onSignedOut={onSignedOut}
        onUnsent={onUnsent}
        onHold={onHold}
      />
      {kind === 'consumer' && stored && !readOnly && !isAccepted && !mustReplace ? (
        <SlotReading
          key={stored.id}
          document={stored}
          onDated={(refused) => setDated({ times: dated.times + 1, refused })}
        />
      ) : null}
      {correction && !readOnly && (correction.find(slot)?.fixed || (slot === 'other' && stored)) ? (
        <SendForReview own={{ ...correction.own, kind }} className="mt-5" />
      ) : null}
    </>
  )
}

/** One code for all photos that are still to be taken: this one, those after it, and both sides where the kind of ID is known. */
function photosLeft(
  slot: DocumentSlot,
  docType: DocType | undefined,
  files: readonly DocumentSlot[],
): DocumentSlot[] {
  const wanted: DocumentSlot[] = docType ? [...requiredSlots(docType)] : ['selfie', 'proof-of-address']
  return [slot, ...wanted.filter((other) => other !== slot && !files.includes(other))].slice(0, 4)
}

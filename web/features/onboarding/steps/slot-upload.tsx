import { type ComponentProps, useState } from 'react'
import { createPortal } from 'react-dom'
import { useFormContext } from 'react-hook-form'
import type { DocType, DocumentSlot } from '#contract/documents/documents.ts'
import type { ItemKey } from '#contract/verification/cases.ts'
import { isIdSide, requiredSlots } from '#domain/cases/document-requirements.ts'
import { declaredIn, type FormValues } from '#web/features/onboarding/consumer/form-values.ts'
import { DocumentUpload } from '#web/shared/documents/document-upload.tsx'
import type { GivenDate } from '#web/shared/documents/printed-date.ts'
import { type AnswerField, ReadOfDocument } from '#web/shared/documents/read-of-document.tsx'
import { asAddress, asName } from '#web/shared/documents/read-text.ts'
import { SendForReview } from '#web/shared/verification/send-for-review.tsx'
import { partsFromIso } from '#web/ui/date-parts.ts'
import { isReadingShown } from '../journey/correction.ts'
import { CheckedBadge, CorrectionNote } from '../journey/correction-note.tsx'
import { useJourney } from '../journey/journey.ts'

/** One of the journey's document slots: read-only if accepted, with the reason if returned. */
export function SlotUpload({
  slot,
  docType,
  label,
  level,
  description,
  readingAt,
}: {
  slot: DocumentSlot
  /** For a side of an ID document: the chosen kind. */
  docType?: DocType
  label?: string
  level?: 2 | 3
  description: string
  /** Where what was read is shown; right below the document unless given. */
  readingAt?: HTMLElement | null
}) {
  const { kind, document, documents, files, correction, onSignedOut, onUnsent, onHold } = useJourney()
  const stored = document(slot)
  // A date that was taken over is shown in its field, with what is wrong with it.
  const [dated, setDated] = useState<GivenDate | null>(null)
  const readOnly = correction !== null && !correction.isEditable(slot)
  const isAccepted = correction?.isAccepted(slot) ?? false
  const mustReplace = correction?.mustReplace(slot) ?? false
  // A card has two sides, and the page knows the chosen kind before the server does.
  const sides = docType ? requiredSlots(docType).filter(isIdSide) : []
  const photos = requiredSlots(docType ?? document('id-front')?.docType ?? null)
  const isIdComplete = sides.every((side) => files.includes(side))
  // Of two fixed sides only the last one leads on.
  const isLastFixed = !docType || sides.findLast((side) => correction?.find(side)?.fixed) === slot
  const reading =
    kind === 'consumer' && stored && isReadingShown(correction, slot) ? (
      <SlotReading key={stored.id} document={stored} docType={docType ?? null} onDated={setDated} />
    ) : null
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
        givenDate={dated}
        beside={documents}
        mustReplace={mustReplace}
        readOnly={readOnly}
        series={correction || kind !== 'consumer' ? undefined : { slots: photos, done: files }}
        handOffSlots={correction ? [slot] : photosOf(slot, docType)}
        aside={readOnly || isAccepted ? <CheckedBadge /> : undefined}
        onSignedOut={onSignedOut}
        onUnsent={onUnsent}
        onHold={onHold}
      />
      {readingAt ? createPortal(reading, readingAt) : reading}
      {correction &&
      !readOnly &&
      isIdComplete &&
      isLastFixed &&
      (correction.find(slot)?.fixed || (slot === 'other' && stored)) ? (
        <SendForReview own={{ ...correction.own, kind }} className="mt-5" />
      ) : null}
    </>
  )
}

/** One code for all photos still needed: this one, those after it, and both sides if the kind of ID is known. */
function photosOf(slot: DocumentSlot, docType: DocType | undefined): DocumentSlot[] {
  const wanted: DocumentSlot[] = docType ? [...requiredSlots(docType)] : ['selfie', 'proof-of-address']
  return [...new Set([slot, ...wanted])]
}

/** What an answer is judged as. */
const ITEMS: Readonly<Record<AnswerField, ItemKey>> = {
  givenNames: 'name',
  surname: 'name',
  birthDate: 'birth_date',
  address: 'address',
}
const ANSWERS = Object.keys(ITEMS) as AnswerField[]

/** What was read from a document of the consumer journey, compared with its answers. */
function SlotReading(props: Pick<ComponentProps<typeof ReadOfDocument>, 'document' | 'docType' | 'onDated'>) {
  const { setValue, watch } = useFormContext<FormValues>()
  const { correction } = useJourney()
  const fill = (field: AnswerField, value: string) => {
    const options = { shouldDirty: true } as const
    if (field === 'givenNames') setValue('firstName', asName(value), options)
    else if (field === 'surname') setValue('lastName', asName(value), options)
    else if (field === 'birthDate') setValue('dob', partsFromIso(value), options)
    else setValue('address', asAddress(value), options)
  }
  return (
    <ReadOfDocument
      {...props}
      declared={declaredIn(watch())}
      fillable={ANSWERS.filter((field) => !correction?.isFinal(ITEMS[field]))}
      onAnswer={fill}
    />
  )
}

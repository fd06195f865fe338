import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { type DocType, type DocumentSlot, documentType } from '#contract/documents/documents.ts'
import { READ_FIELDS, type ReadField, type ReadValue } from '#contract/documents/readings.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import type { ItemKey } from '#contract/verification/cases.ts'
import { requiredSlots } from '#domain/cases/document-requirements.ts'
import { londonDate } from '#domain/plain-date.ts'
import { readDateProblem } from '#domain/reading/read-date-problem.ts'
import type { FormValues } from '#web/features/onboarding/consumer/form-values.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { DocumentUpload } from '#web/shared/documents/document-upload.tsx'
import { rememberDocument } from '#web/shared/documents/queries.ts'
import { ReadConfirmation } from '#web/shared/documents/read-confirmation.tsx'
import { asName } from '#web/shared/documents/read-text.ts'
import { SendForReview } from '#web/shared/verification/send-for-review.tsx'
import { isoFromParts, partsFromIso } from '#web/ui/date-parts.ts'
import { AcceptedBadge, CorrectionNote } from '../journey/correction-note.tsx'
import { useJourney } from '../journey/journey.ts'

/** One of the journey's document slots: read-only if accepted, with the reason if returned. */
export function SlotUpload({
  slot,
  docType,
  label,
  level,
  description,
}: {
  slot: DocumentSlot
  /** For a side of an ID document: the chosen kind. */
  docType?: DocType
  label?: string
  level?: 2 | 3
  description: string
}) {
  const { kind, document, documents, correction, onSignedOut, onUnsent, onHold } = useJourney()
  const stored = document(slot)
  // A date taken over from the document is shown in its field, with any error.
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
        handOffSlots={correction ? [slot] : photosOf(slot, docType)}
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

/** One code for all photos still needed: this one, those after it, and both sides if the kind of ID is known. */
function photosOf(slot: DocumentSlot, docType: DocType | undefined): DocumentSlot[] {
  const wanted: DocumentSlot[] = docType ? [...requiredSlots(docType)] : ['selfie', 'proof-of-address']
  return [...new Set([slot, ...wanted])]
}

/**
 * The item under which an answer is checked. A name on a letter is compared with both names, and the dates
 * belong to the document.
 */
const ITEMS: Partial<Record<ReadField, ItemKey>> = {
  givenNames: 'name',
  surname: 'name',
  birthDate: 'birth_date',
  address: 'address',
}
const NAMES = { givenNames: 'firstName', surname: 'lastName' } as const

type Dates = Partial<Record<'issuedOn' | 'expiresOn', string>>

type SlotReadingProps = {
  document: StoredDocument
  /**
   * Called with a date taken over from the document: saved, or one that rules the document out, which is shown
   * in its field as if typed.
   */
  onDated: (refused: string | null) => void
}

/** What was read from a document in the consumer journey: it fills in empty answers, and the document's date. */
function SlotReading({ document, onDated }: SlotReadingProps) {
  const { setValue, watch } = useFormContext<FormValues>()
  const { correction } = useJourney()
  const values = watch()
  const [refused, setRefused] = useState<Dates>({})
  const isProof = documentType(document.documentType).group === 'proof'
  const typed: Partial<Record<ReadField, string | null>> = isProof
    ? {
        name: `${values.firstName} ${values.lastName}`.trim(),
        address: values.address,
        issuedOn: document.issuedOn ?? refused.issuedOn,
      }
    : {
        givenNames: values.firstName,
        surname: values.lastName,
        birthDate: isoFromParts(values.dob),
        expiresOn: document.expiresOn ?? refused.expiresOn,
      }
  const fill = async (read: readonly ReadValue[]): Promise<string | null> => {
    const options = { shouldDirty: true } as const
    const dates: Dates = {}
    for (const { field, value } of read) {
      if (field === 'givenNames' || field === 'surname') setValue(NAMES[field], asName(value), options)
      else if (field === 'birthDate') setValue('dob', partsFromIso(value), options)
      else if (field === 'address') setValue('address', value, options)
      else if (field === 'issuedOn' || field === 'expiresOn') dates[field] = value
    }
    if (Object.keys(dates).length === 0) return null
    if (readDateProblem(document.documentType, document, read, londonDate(new Date()))) {
      setRefused(dates)
      onDated(dates.issuedOn ?? dates.expiresOn ?? null)
      return null
    }
    try {
      const { issuedOn, expiresOn } = document
      const body = { issuedOn, expiresOn, ...dates }
      const answer = await api('PUT /api/documents/:id/dates', { params: { id: document.id }, body })
      rememberDocument(answer.document)
      onDated(null)
      return null
    } catch (error) {
      return error instanceof ApiError ? error.message : 'We couldn’t save the date. Try again.'
    }
  }
  const fillable = READ_FIELDS.filter((field) => {
    const item = ITEMS[field]
    if (field === 'name' || !(field in typed)) return false
    return !item || !correction?.isFinal(item)
  })
  return (
    <ReadConfirmation key={document.id} document={document} typed={typed} fillable={fillable} onFill={fill} />
  )
}

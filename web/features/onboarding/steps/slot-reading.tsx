import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { documentType } from '#contract/documents/documents.ts'
import { READ_FIELDS, type ReadField, type ReadValue } from '#contract/documents/readings.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import type { ItemKey } from '#contract/verification/cases.ts'
import { londonDate } from '#domain/plain-date.ts'
import { readDateProblem } from '#domain/reading/read-date-problem.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { rememberDocument } from '#web/shared/documents/queries.ts'
import { ReadConfirmation } from '#web/shared/documents/read-confirmation.tsx'
import { asName } from '#web/shared/documents/read-text.ts'
import { isoFromParts, partsFromIso } from '#web/ui/date-parts.ts'
import type { FormValues } from '../consumer/form-values.ts'
import { useJourney } from '../journey/journey.ts'

/** What an answer is judged as. A name on a letter is compared with both names, and the dates are the document's own. */
const ITEMS: Partial<Record<ReadField, ItemKey>> = {
  givenNames: 'name',
  surname: 'name',
  birthDate: 'birth_date',
  address: 'address',
}
const NAMES = { givenNames: 'firstName', surname: 'lastName' } as const

type Dates = Partial<Record<'issuedOn' | 'expiresOn', string>>

type Props = {
  document: StoredDocument
  /** Hears of a date that was taken over: saved, or one that rules the document out, which waits in its field as if it were typed. */
  onDated: (refused: string | null) => void
}

/** What was read from a document of the consumer journey: it fills the answers that are empty, and the date of the document. */
export function SlotReading({ document, onDated }: Props) {
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

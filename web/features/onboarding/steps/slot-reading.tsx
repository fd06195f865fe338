import { useFormContext } from 'react-hook-form'
import { READ_FIELDS, type ReadField, type ReadValue } from '#contract/documents/readings.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import type { ItemKey } from '#contract/verification/cases.ts'
import { api } from '#web/lib/api.ts'
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

/** What was read from a document of the consumer journey: it fills the answers that are empty, and the date of the document. */
export function SlotReading({ document, onDated }: { document: StoredDocument; onDated: () => void }) {
  const { setValue, watch } = useFormContext<FormValues>()
  const { correction } = useJourney()
  const values = watch()
  const isProof = document.documentType === 'proof-of-address' || document.documentType === 'bank-statement'
  const typed: Partial<Record<ReadField, string | null>> = isProof
    ? {
        name: `${values.firstName} ${values.lastName}`.trim(),
        address: values.address,
        issuedOn: document.issuedOn,
      }
    : {
        givenNames: values.firstName,
        surname: values.lastName,
        birthDate: isoFromParts(values.dob),
        expiresOn: document.expiresOn,
      }
  const fill = async (read: readonly ReadValue[]) => {
    const options = { shouldDirty: true } as const
    const dates: { issuedOn?: string; expiresOn?: string } = {}
    for (const { field, value } of read) {
      if (field === 'givenNames' || field === 'surname') setValue(NAMES[field], asName(value), options)
      else if (field === 'birthDate') setValue('dob', partsFromIso(value), options)
      else if (field === 'address') setValue('address', value, options)
      else if (field === 'issuedOn' || field === 'expiresOn') dates[field] = value
    }
    if (Object.keys(dates).length === 0) return
    const { issuedOn, expiresOn } = document
    const body = { issuedOn, expiresOn, ...dates }
    // A date that rules the document out is refused: its owner then types the date, and reads why.
    const answer = await api('PUT /api/documents/:id/dates', { params: { id: document.id }, body }).catch(
      () => null,
    )
    if (answer) rememberDocument(answer.document)
    onDated()
  }
  const fillable = READ_FIELDS.filter((field) => {
    const item = ITEMS[field]
    if (field === 'name' || !(field in typed)) return false
    return !item || !correction?.isFinal(item)
  })
  return (
    <ReadConfirmation
      key={document.id}
      document={document}
      typed={typed}
      fillable={fillable}
      onFill={(read) => void fill(read)}
    />
  )
}

import { formatDate } from '#web/lib/dates.ts'
import { isoFromParts } from '#web/ui/date-parts.ts'
import { EmailText } from '#web/ui/email-text.tsx'
import type { KeyValue } from '#web/ui/key-value-list.tsx'
import type { FormValues } from './form-values.ts'

/** The personal details as people read them back, in the order of the form. */
export function detailLines(values: FormValues): KeyValue[] {
  return [
    { label: 'Name', value: `${values.firstName} ${values.lastName}`.trim() },
    { label: 'Date of Birth', value: isoFromParts(values.dob) && formatDate(isoFromParts(values.dob)) },
    { label: 'Email', value: values.email && <EmailText address={values.email} /> },
    { label: 'Phone Number', value: values.phone },
    {
      label: 'Address',
      value: values.address && <span className="whitespace-pre-line">{values.address}</span>,
    },
  ]
}

/** Those of them that are settled and read-only while a case is corrected. */
export function acceptedDetails(
  values: FormValues,
  canEdit: (item: 'name' | 'birth_date' | 'address') => boolean,
): KeyValue[] {
  const edited = [
    ...(canEdit('name') ? ['Name'] : []),
    ...(canEdit('birth_date') ? ['Date of Birth'] : []),
    ...(canEdit('address') ? ['Address'] : []),
  ]
  return detailLines(values).filter(({ label }) => !edited.includes(label))
}

import { useFormContext } from 'react-hook-form'
import { NATIONALITIES } from '#web/lib/countries.ts'
import { FieldRow } from '#web/ui/field.tsx'
import { FieldGroup } from '#web/ui/field-group.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AcceptedPart } from './accepted-part.tsx'
import { BirthField, CountryField, useTextField } from './fields.tsx'
import type { BusinessValues } from './form-values.ts'
import { personLines } from './summary.tsx'

/** Who manages a company that names no owner (choices §4). */
export function SeniorManager() {
  const { getValues } = useFormContext<BusinessValues>()
  const field = useTextField()
  return (
    <FieldGroup
      title="Senior managing person"
      note="If you list no owners, the rules ask who runs the company, for example its managing director."
    >
      <AcceptedPart item="owner:senior-manager" lines={() => personLines(getValues('seniorManager'))}>
        <TextField {...field('seniorManager.fullName')} label="Full Name" autoComplete="off" />
        <BirthField name="seniorManager.birthDate" />
        <FieldRow>
          <CountryField name="seniorManager.nationality" label="Nationality" options={NATIONALITIES} />
          <CountryField name="seniorManager.residenceCountry" label="Country of Residence" />
        </FieldRow>
      </AcceptedPart>
    </FieldGroup>
  )
}

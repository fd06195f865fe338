import { useFormContext } from 'react-hook-form'
import { MANAGER_FIELDS } from '#contract/onboarding/business-people.ts'
import { FieldGroup } from '#web/ui/field-group.tsx'
import { AcceptedPart } from './accepted-part.tsx'
import type { BusinessValues } from './form-values.ts'
import { PersonFieldRows } from './person-fields.tsx'
import { personLines } from './summary.tsx'

/** Who manages a company that names no owner (choices §4). */
export function SeniorManagerInputs() {
  const { getValues } = useFormContext<BusinessValues>()
  return (
    <FieldGroup
      title="Senior managing person"
      note="If you list no owners, the rules ask who runs the company, for example its managing director."
    >
      <AcceptedPart
        item="owner:senior-manager"
        lines={() => personLines(MANAGER_FIELDS, getValues('seniorManager'))}
      >
        <PersonFieldRows path="seniorManager" fields={MANAGER_FIELDS} />
      </AcceptedPart>
    </FieldGroup>
  )
}

import { useFormContext } from 'react-hook-form'
import { BUSINESS_GROUPS, type BusinessGroup, fieldsOfGroup } from '#contract/onboarding/business-fields.ts'
import { FieldGroup } from '#web/ui/field-group.tsx'
import { AcceptedPart } from './accepted-part.tsx'
import { CompanyFields } from './company-field.tsx'
import type { BusinessValues } from './form-values.ts'
import { StepForm } from './step-form.tsx'
import { settlementLines } from './summary.tsx'

const GROUPS = Object.keys(BUSINESS_GROUPS) as BusinessGroup[]

/** Step 4: where credits and money of the company are settled, and who answers for it (onboarding §3). */
export function SettlementStep() {
  const { getValues } = useFormContext<BusinessValues>()
  return (
    <StepForm
      step="settlement"
      title="Settlement"
      intro="Where should we settle credits and money? You can leave any of these blank."
    >
      <AcceptedPart item="settlement" lines={() => settlementLines(getValues())}>
        {GROUPS.map((group) => (
          <FieldGroup key={group} title={BUSINESS_GROUPS[group].title}>
            <CompanyFields names={fieldsOfGroup(group)} />
          </FieldGroup>
        ))}
      </AcceptedPart>
    </StepForm>
  )
}

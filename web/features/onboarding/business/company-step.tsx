import { useFormContext } from 'react-hook-form'
import { fieldsOfBusinessPart } from '#contract/onboarding/business-fields.ts'
import { isUnitedKingdom } from '#domain/business/number-check.ts'
import { useJourney } from '../journey/journey.ts'
import { AcceptedPart } from './accepted-part.tsx'
import { AdditionalDocument } from './additional-document.tsx'
import { CompanyFields } from './company-field.tsx'
import type { BusinessValues } from './form-values.ts'
import { StepForm } from './step-form.tsx'
import { companyLines } from './summary.tsx'

/** Step 3: the company as it stands in its register (onboarding §3, Business form). */
export function CompanyStep() {
  const { correction } = useJourney()
  const { getValues, watch } = useFormContext<BusinessValues>()
  const isEditable = correction?.isEditable('registration') ?? true
  return (
    <StepForm
      step="company"
      title="Company Information"
      intro={`Enter the details exactly as they appear ${
        isUnitedKingdom(watch('registrationCountry')) ? 'at Companies House' : 'in the company register'
      }.`}
    >
      <AcceptedPart item="registration" lines={() => companyLines(getValues())}>
        <CompanyFields names={fieldsOfBusinessPart('registration')} />
      </AcceptedPart>
      {isEditable || correction?.isEditable('other') || correction?.find('other') ? (
        <AdditionalDocument />
      ) : null}
    </StepForm>
  )
}

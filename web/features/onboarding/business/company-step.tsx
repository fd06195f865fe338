import { useFormContext } from 'react-hook-form'
import { companyNumberReading } from '#domain/business/company-number.ts'
import { isUnitedKingdom } from '#domain/business/number-check.ts'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useJourney } from '../journey/journey.ts'
import { AcceptedPart } from './accepted-part.tsx'
import { AdditionalDocument } from './additional-document.tsx'
import { CountryField, useTextField } from './fields.tsx'
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
        <CompanyFields />
      </AcceptedPart>
      {isEditable || correction?.isEditable('other') || correction?.find('other') ? (
        <AdditionalDocument />
      ) : null}
    </StepForm>
  )
}

function CompanyFields() {
  const { watch } = useFormContext<BusinessValues>()
  const field = useTextField()
  const isBritish = isUnitedKingdom(watch('registrationCountry'))
  return (
    <>
      <TextField {...field('legalName')} label="Legal Name" autoComplete="organization" />
      <TextArea
        {...field('registeredAddress')}
        label="Registered Address"
        autoComplete="street-address"
        hint="The registered office with its postcode"
      />
      <CountryField
        name="registrationCountry"
        label="Country of Registration"
        deps={['companyNumber', 'taxNumber']}
      />
      <TextField
        {...field('companyNumber')}
        label="Company Number"
        note={companyNumberReading(watch('companyNumber'), watch('registrationCountry'))}
        className="max-w-80"
        autoComplete="off"
        spellCheck={false}
        hint={
          isBritish
            ? '8 digits like 01234567, or 2 letters and 6 digits like SC123456'
            : 'As it appears in this country’s register'
        }
      />
      <TextField
        {...field('taxNumber')}
        label="Tax Number"
        optional
        className="max-w-80"
        autoComplete="off"
        spellCheck={false}
        hint={isBritish ? 'A VAT number or a UTR' : 'As the tax office of this country writes it'}
      />
      <TextField
        {...field('email')}
        label="Email"
        optional
        type="email"
        autoComplete="email"
        hint="Kept with the application. Updates go to your confirmed email."
      />
    </>
  )
}

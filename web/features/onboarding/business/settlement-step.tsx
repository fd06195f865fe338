import { useFormContext } from 'react-hook-form'
import { isUnitedKingdom } from '#domain/business/number-check.ts'
import { phoneReadingText } from '#domain/phone.ts'
import { FieldRow } from '#web/ui/field.tsx'
import { FieldGroup } from '#web/ui/field-group.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AcceptedPart } from './accepted-part.tsx'
import { CountryField, useTextField } from './fields.tsx'
import type { BusinessValues } from './form-values.ts'
import { StepForm } from './step-form.tsx'
import { settlementLines } from './summary.tsx'

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
        <RegistryFields />
        <BankFields />
        <ContactFields />
      </AcceptedPart>
    </StepForm>
  )
}

function RegistryFields() {
  const field = useTextField()
  return (
    <FieldGroup title="Carbon registry">
      <TextField
        {...field('registryName')}
        label="Registry Name"
        autoComplete="off"
        hint="The registry that holds your account, for example Verra or Gold Standard"
      />
      <TextField
        {...field('registryAccount')}
        label="Registry Account"
        className="max-w-80"
        autoComplete="off"
        spellCheck={false}
        hint="The number or name of the account at this registry"
      />
    </FieldGroup>
  )
}

function BankFields() {
  const { watch } = useFormContext<BusinessValues>()
  const field = useTextField()
  const isBritish = isUnitedKingdom(watch('bankCountry'))
  return (
    <FieldGroup title="Bank account">
      <CountryField
        name="bankCountry"
        label="Country of the Bank"
        deps={['bankSortCode', 'bankAccountNumber']}
      />
      <TextField {...field('bankName')} label="Bank Name" autoComplete="off" />
      <FieldRow>
        <TextField
          {...field('bankSortCode')}
          label={isBritish ? 'Sort Code' : 'Bank or Sort Code'}
          optional={!isBritish}
          autoComplete="off"
          hint={isBritish ? '6 digits, like 12-34-56' : 'If your bank uses one'}
        />
        <TextField
          {...field('bankAccountNumber')}
          label={isBritish ? 'Account Number' : 'Account Number or IBAN'}
          autoComplete="off"
          spellCheck={false}
          hint={isBritish ? '8 digits, like 12345678' : 'As your bank writes it'}
        />
      </FieldRow>
    </FieldGroup>
  )
}

function ContactFields() {
  const { watch } = useFormContext<BusinessValues>()
  const field = useTextField()
  const country = watch('registrationCountry')
  return (
    <FieldGroup title="Settlement contact">
      <TextField {...field('settlementContactName')} label="Contact Name" autoComplete="name" />
      <TextField
        {...field('settlementContactEmail')}
        label="Contact Email"
        type="email"
        autoComplete="email"
        hint="An email address or a phone number is enough. We don’t send updates here."
      />
      <TextField
        {...field('settlementContactPhone')}
        label="Contact Phone"
        type="tel"
        className="max-w-80"
        autoComplete="tel"
        note={phoneReadingText(watch('settlementContactPhone'), country)}
        hint={
          isUnitedKingdom(country)
            ? 'Include the country code if it is not a UK number.'
            : 'Include the country code, like +44 for the UK.'
        }
      />
    </FieldGroup>
  )
}

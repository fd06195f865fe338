import { Controller, useFormContext } from 'react-hook-form'
import {
  BUSINESS_GROUPS,
  type BusinessGroup,
  fieldsOfBusinessPart,
  fieldsOfGroup,
} from '#contract/onboarding/business-fields.ts'
import {
  MANAGER_FIELDS,
  NO_UBO_REASON_LABELS,
  NO_UBO_REASONS,
  OWNERSHIP_THRESHOLD_PERCENT,
  REPRESENTATIVE_FIELDS,
} from '#contract/onboarding/business-people.ts'
import type { BusinessStep } from '#contract/onboarding/business-steps.ts'
import { isUnitedKingdom } from '#domain/business/company-number.ts'
import { needsSeniorManager } from '#domain/business/ownership.ts'
import { useJourney } from '#web/features/onboarding/journey/journey.ts'
import { StepActions, StepFrame } from '#web/features/onboarding/journey/step-frame.tsx'
import { WhatToCorrect } from '#web/features/onboarding/steps/what-to-correct.tsx'
import { CheckList } from '#web/ui/choice-card.tsx'
import { FieldGroup } from '#web/ui/field-group.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { RiskStep } from '../steps/risk-step.tsx'
import { UserTypeStep } from '../steps/user-type-step.tsx'
import { AdditionalDocument, AskedDocument } from './additional-document.tsx'
import { CompanyFields } from './fields.tsx'
import type { BusinessValues } from './form-values.ts'
import { AcceptedPart, OwnersEditor } from './owners-editor.tsx'
import { PersonFieldRows } from './person-fields.tsx'
import { ReviewStep } from './review-step.tsx'
import { StepForm } from './step-form.tsx'
import { companyLines, noOwnerLines, personLines, settlementLines } from './summary.tsx'

const OPTIONS = NO_UBO_REASONS.map((value) => ({ value, title: NO_UBO_REASON_LABELS[value] }))

const GROUPS = Object.keys(BUSINESS_GROUPS) as BusinessGroup[]

export function StepScreen({ step }: { step: BusinessStep }) {
  switch (step) {
    case 'start':
      return <StartStep />
    case 'risk-disclosure':
      return <RiskStep />
    case 'company':
      return <CompanyStep />
    case 'settlement':
      return <SettlementStep />
    case 'owners':
      return <OwnersStep />
    case 'representatives':
      return <RepresentativesStep />
    case 'user-type':
      return <UserTypeStep />
    case 'review':
      return <ReviewStep />
    default:
      return step satisfies never
  }
}

/** Step 5: everyone who owns 25 % or more, or why there is no one. */
export function OwnersStep() {
  const { watch } = useFormContext<BusinessValues>()
  const [beneficialOwners, noUboReason] = watch(['beneficialOwners', 'noUboReason'])
  return (
    <StepForm
      step="owners"
      title="Beneficial Owners"
      intro={`List everyone who owns ${OWNERSHIP_THRESHOLD_PERCENT}% or more of the company, directly or through others.`}
    >
      <OwnersEditor />
      {beneficialOwners.length === 0 ? <NoOwnerReason /> : null}
      {needsSeniorManager({ beneficialOwners, noUboReason }) ? <SeniorManagerInputs /> : null}
      <AskedDocument step="owners" />
    </StepForm>
  )
}

/** The senior manager of a company that names no owner (choices §4.6). */
function SeniorManagerInputs() {
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

/** Step 4: where the company's credits and money are settled, and who is responsible (onboarding §5.7). */
export function SettlementStep() {
  const { getValues } = useFormContext<BusinessValues>()
  return (
    <StepForm
      step="settlement"
      title="Settlement"
      intro="Where should we settle credits and money? You can leave out the bank, the registry or the contact, but complete each one you start."
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

/** Step 0: what is coming; after a return, what to correct. */
function StartStep() {
  const { goOn, correction } = useJourney()
  if (correction) return <WhatToCorrect correction={correction} />
  return (
    <StepFrame
      title="Start your company’s verification"
      intro="We check companies before they use the marketplace. It takes about fifteen minutes."
    >
      <CheckList
        items={[
          'Read and accept the risk disclosure',
          'Enter the company details, and where credits and money are settled',
          'List everyone who owns 25% or more, and who acts for the company',
          'Tell us what the company wants to do, check your answers and submit',
        ]}
      />
      <h2 className="text-h3 mt-9">Have ready</h2>
      <p className="mt-2 text-ink-2">
        The company and tax numbers, the LEI if there is one, the bank and registry accounts, and the names,
        nationalities and shares of the owners. A document such as the certificate of incorporation helps, but
        is not required.
      </p>
      <p className="mt-6 text-ink-2">You can stop at any time. Your answers and files are saved.</p>
      <StepActions onContinue={goOn} />
    </StepFrame>
  )
}

/** Step 3: the company as in its register (onboarding §5.7). */
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

/** Why there is no owner (onboarding §5.10). */
function NoOwnerReason() {
  const { control, getValues } = useFormContext<BusinessValues>()
  return (
    <div className="mt-8 border-t border-line pt-7">
      <AcceptedPart item="owner:none" lines={() => noOwnerLines(getValues())}>
        <Controller
          control={control}
          name="noUboReason"
          render={({ field, fieldState }) => (
            <RadioCards
              id="noUboReason"
              ref={field.ref}
              label={`No one owns ${OWNERSHIP_THRESHOLD_PERCENT}% or more?`}
              hint="Then choose the reason."
              options={OPTIONS}
              value={field.value}
              onValueChange={field.onChange}
              onBlur={field.onBlur}
              error={fieldState.error?.message}
            />
          )}
        />
      </AcceptedPart>
    </div>
  )
}

/** Step 6: who acts for the company; a second person is optional. */
function RepresentativesStep() {
  const { correction } = useJourney()
  const { getValues } = useFormContext<BusinessValues>()
  const hasSecond = correction?.isEditable('representative:secondary') ?? true
  return (
    <StepForm
      step="representatives"
      title="Representatives"
      intro="Who should we deal with at the company? You can add a second person as cover."
    >
      <Representative id="primary" title="Primary representative" />
      {hasSecond || getValues('secondaryRepresentative.name') ? (
        <Representative id="secondary" title="Secondary representative (optional)" />
      ) : null}
      <AskedDocument step="representatives" />
    </StepForm>
  )
}

function Representative({ id, title }: { id: 'primary' | 'secondary'; title: string }) {
  const { getValues } = useFormContext<BusinessValues>()
  const path = `${id}Representative` as const
  return (
    <FieldGroup title={title}>
      <AcceptedPart
        item={`representative:${id}`}
        lines={() => personLines(REPRESENTATIVE_FIELDS, getValues(path))}
      >
        <PersonFieldRows path={path} fields={REPRESENTATIVE_FIELDS} />
      </AcceptedPart>
    </FieldGroup>
  )
}

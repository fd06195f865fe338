import { useFormContext } from 'react-hook-form'
import { OWNERSHIP_THRESHOLD_PERCENT } from '#contract/onboarding/business-people.ts'
import { needsSeniorManager } from '#domain/business/ownership.ts'
import { AskedDocument } from './additional-document.tsx'
import type { BusinessValues } from './form-values.ts'
import { NoOwnerReason } from './no-owner-reason.tsx'
import { OwnersEditor } from './owners-editor.tsx'
import { SeniorManagerInputs } from './senior-manager.tsx'
import { StepForm } from './step-form.tsx'

/** Step 5: everyone who owns 25 % or more, or why there is no one (onboarding §5, choices §4). */
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

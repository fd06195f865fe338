import { useFormContext } from 'react-hook-form'
import { REPRESENTATIVE_FIELDS } from '#contract/onboarding/business-people.ts'
import { FieldGroup } from '#web/ui/field-group.tsx'
import { useJourney } from '../journey/journey.ts'
import { AcceptedPart } from './accepted-part.tsx'
import { AskedDocument } from './additional-document.tsx'
import type { BusinessValues } from './form-values.ts'
import { PersonFieldRows } from './person-fields.tsx'
import { StepForm } from './step-form.tsx'
import { personLines } from './summary.tsx'

/** Step 6: who acts for the company; a second person may be named (onboarding §3). */
export function RepresentativesStep() {
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

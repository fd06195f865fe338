import { useFormContext } from 'react-hook-form'
import { FieldGroup } from '#web/ui/field-group.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useJourney } from '../journey/journey.ts'
import { AcceptedPart } from './accepted-part.tsx'
import { AskedDocument } from './additional-document.tsx'
import { BirthField, useTextField } from './fields.tsx'
import type { BusinessValues } from './form-values.ts'
import { PowersField } from './powers-field.tsx'
import { StepForm } from './step-form.tsx'
import { representativeLines } from './summary.tsx'

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
  const field = useTextField()
  const path = `${id}Representative` as const
  return (
    <FieldGroup title={title}>
      <AcceptedPart item={`representative:${id}`} lines={() => representativeLines(getValues(path))}>
        <TextField {...field(`${path}.name`)} label="Full Name" autoComplete="off" />
        <BirthField name={`${path}.birthDate`} />
        <TextField
          {...field(`${path}.title`)}
          label="Title"
          optional
          autoComplete="off"
          hint="The position in the company, for example Finance Director"
        />
        <PowersField path={path} />
        <TextField
          {...field(`${path}.email`)}
          label="Email"
          type="email"
          autoComplete="off"
          hint="Kept with the application. We don’t send updates here."
        />
      </AcceptedPart>
    </FieldGroup>
  )
}

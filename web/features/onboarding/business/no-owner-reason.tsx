import { Controller, useFormContext } from 'react-hook-form'
import { NO_UBO_REASON_LABELS, NO_UBO_REASONS } from '#contract/onboarding/business.ts'
import { OWNERSHIP_THRESHOLD_PERCENT } from '#contract/onboarding/business-people.ts'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { AcceptedPart } from './accepted-part.tsx'
import type { BusinessValues } from './form-values.ts'
import { noOwnerLines } from './summary.tsx'

const OPTIONS = NO_UBO_REASONS.map((value) => ({ value, title: NO_UBO_REASON_LABELS[value] }))

/** Instead of an owner: why there is none (onboarding §5). */
export function NoOwnerReason() {
  const { control, getValues } = useFormContext<BusinessValues>()
  return (
    <div className="or">
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

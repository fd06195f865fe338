import Trash2 from 'lucide-react/icons/trash-2'
import { type ReactNode, useId } from 'react'
import { useFormContext } from 'react-hook-form'
import { OWNERSHIP_STEP_PERCENT, OWNERSHIP_THRESHOLD_PERCENT } from '#contract/onboarding/business.ts'
import { NATIONALITIES } from '#web/lib/countries.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldRow } from '#web/ui/field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useJourney } from '../journey/journey.ts'
import { AcceptedPart } from './accepted-part.tsx'
import { BirthField, CountryField, useTextField } from './fields.tsx'
import type { BusinessValues } from './form-values.ts'
import { ownerLines } from './summary.tsx'

/** One owner of the list. */
export function OwnerCard({ index, id, onRemove }: { index: number; id: string; onRemove: () => void }) {
  const { watch } = useFormContext<BusinessValues>()
  const { correction } = useJourney()
  const owner = watch(`beneficialOwners.${index}`)
  const item = `owner:${id}` as const
  const isEditable = correction?.isEditable(item) ?? true
  return (
    <PersonCard
      title={`Beneficial owner ${index + 1}`}
      action={
        isEditable ? (
          <Button
            variant="tertiary"
            size="sm"
            aria-label={`Remove beneficial owner ${index + 1} ${owner.fullName}`.trim()}
            onClick={onRemove}
          >
            <Trash2 className="i i-16" />
            Remove
          </Button>
        ) : null
      }
    >
      <AcceptedPart item={item} lines={() => ownerLines(owner)}>
        <OwnerFields index={index} />
      </AcceptedPart>
    </PersonCard>
  )
}

/** A person of the company in a card of their own. */
function PersonCard({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <div className="hd">
        <h2 className="h3" id={id}>
          {title}
        </h2>
        {action}
      </div>
      <div className="pad">{children}</div>
    </section>
  )
}

function OwnerFields({ index }: { index: number }) {
  const field = useTextField()
  const path = `beneficialOwners.${index}` as const
  return (
    <>
      <TextField {...field(`${path}.fullName`)} label="Full Name" autoComplete="off" />
      <BirthField name={`${path}.birthDate`} />
      <FieldRow>
        <CountryField name={`${path}.nationality`} label="Nationality" options={NATIONALITIES} />
        <CountryField name={`${path}.residenceCountry`} label="Country of Residence" />
      </FieldRow>
      <FieldRow>
        <TextField
          {...field(`${path}.ownershipPercent`, { deps: 'beneficialOwners' })}
          label="Ownership (%)"
          unit={{ after: '%' }}
          type="number"
          inputMode="decimal"
          step={OWNERSHIP_STEP_PERCENT}
          min={OWNERSHIP_THRESHOLD_PERCENT}
          max={100}
          className="tabular-nums"
          autoComplete="off"
          hint={`${OWNERSHIP_THRESHOLD_PERCENT} or more, with up to two decimals`}
          // Scrolling the page over it must not change the number.
          onWheel={(event) => event.currentTarget.blur()}
        />
      </FieldRow>
    </>
  )
}

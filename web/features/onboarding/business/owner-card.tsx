import Trash2 from 'lucide-react/icons/trash-2'
import { type ReactNode, useId } from 'react'
import { useFormContext } from 'react-hook-form'
import { OWNER_FIELDS } from '#contract/onboarding/business-people.ts'
import { Button } from '#web/ui/button.tsx'
import { useJourney } from '../journey/journey.ts'
import { AcceptedPart } from './accepted-part.tsx'
import type { BusinessValues } from './form-values.ts'
import { PersonFieldRows } from './person-fields.tsx'
import { personLines } from './summary.tsx'

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
      <AcceptedPart item={item} lines={() => personLines(OWNER_FIELDS, owner)}>
        <PersonFieldRows path={`beneficialOwners.${index}`} fields={OWNER_FIELDS} />
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

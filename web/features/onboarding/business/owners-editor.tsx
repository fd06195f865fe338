import Plus from 'lucide-react/icons/plus'
import { Fragment, type RefObject, useId, useRef, useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { Button } from '#web/ui/button.tsx'
import { ErrorText } from '#web/ui/field.tsx'
import { useJourney } from '../journey/journey.ts'
import { errorAt } from './field-errors.ts'
import { type BusinessValues, MAX_OWNERS, newOwner, type OwnerValues } from './form-values.ts'
import { OwnerCard } from './owner-card.tsx'
import { TotalOwnership } from './total-ownership.tsx'

/** The owners one below the other: added, changed, removed and, for as long as the screen is open, brought back. */
export function OwnersEditor() {
  const { control, getValues, setValue, setFocus, formState } = useFormContext<BusinessValues>()
  const { correction } = useJourney()
  const { fields, append, remove, insert } = useFieldArray({
    control,
    name: 'beneficialOwners',
    keyName: 'key',
  })
  const [removed, setRemoved] = useState<{ owner: OwnerValues; index: number } | null>(null)
  const undo = useRef<HTMLButtonElement>(null)
  const error = errorAt(formState.errors, 'beneficialOwners')
  const mayAdd = correction?.isEditable('owner:new') ?? true

  const handleAdd = () => {
    setRemoved(null)
    // The two exclude each other; a name is worth more than a reason why there is none.
    setValue('noUboReason', null)
    append(newOwner(), { focusName: `beneficialOwners.${fields.length}.fullName` })
  }
  const handleRemove = (index: number) => {
    const owner = getValues('beneficialOwners')[index]
    if (!owner) return
    remove(index)
    setRemoved({ owner, index })
    // The button that had the focus is gone.
    requestAnimationFrame(() => undo.current?.focus())
  }
  const handleUndo = () => {
    if (!removed) return
    const { owner, index } = removed
    setRemoved(null)
    setValue('noUboReason', null)
    insert(index, owner, { shouldFocus: false })
    requestAnimationFrame(() => setFocus(`beneficialOwners.${index}.fullName`))
  }

  const undoRow = removed ? (
    <RemovedOwner key="removed" owner={removed.owner} ref={undo} onUndo={handleUndo} />
  ) : null
  return (
    <>
      <div className="grid gap-5">
        {fields.map(({ key, id }, index) => (
          <Fragment key={key}>
            {removed?.index === index ? undoRow : null}
            <OwnerCard index={index} id={id} onRemove={() => handleRemove(index)} />
          </Fragment>
        ))}
        {removed?.index === fields.length ? undoRow : null}
        {mayAdd && fields.length < MAX_OWNERS ? (
          <Button size="lg" className="justify-self-start" onClick={handleAdd}>
            <Plus className="i" />
            {fields.length === 0 ? 'Add a beneficial owner' : 'Add another owner'}
          </Button>
        ) : null}
      </div>
      {fields.length > 0 ? <TotalOwnership /> : null}
      {error ? <ErrorText>{error}</ErrorText> : null}
    </>
  )
}

/** Where an owner stood until a moment ago. */
function RemovedOwner({
  owner,
  ref,
  onUndo,
}: {
  owner: OwnerValues
  ref: RefObject<HTMLButtonElement | null>
  onUndo: () => void
}) {
  const id = useId()
  return (
    <p className="undo">
      <span id={id}>{owner.fullName.trim() || 'The owner'} was removed.</span>
      <button className="link" type="button" aria-describedby={id} ref={ref} onClick={onUndo}>
        Undo
      </button>
    </p>
  )
}

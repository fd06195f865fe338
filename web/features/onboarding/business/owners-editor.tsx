import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { Fragment, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { MAX_OWNERS, OWNER_FIELDS } from '#contract/onboarding/business-people.ts'
import type { ItemKey } from '#contract/verification/cases.ts'
import { percentText, totalOwnership, WHOLE } from '#domain/business/shares.ts'
import { CheckedBadge, CorrectionNote } from '#web/features/onboarding/journey/correction-note.tsx'
import { Button } from '#web/ui/button.tsx'
import { CARD_HEAD_CLASS, CARD_PADDING_CLASS, cardClass } from '#web/ui/card-class.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorText } from '#web/ui/field.tsx'
import { type KeyValue, KeyValueList } from '#web/ui/key-value-list.tsx'
import { useJourney } from '../journey/journey.ts'
import { errorAt } from './field-errors.ts'
import { type BusinessValues, newOwner, type OwnerValues } from './form-values.ts'
import { OwnershipWarning } from './ownership-warning.tsx'
import { PersonFieldRows } from './person-fields.tsx'
import { personLines } from './summary.tsx'

/** The list of owners: add, edit, remove and, as long as the screen is open, undo. */
export function OwnersEditor() {
  const { control, getValues, setValue, setFocus, clearErrors, formState } = useFormContext<BusinessValues>()
  const { correction } = useJourney()
  const { fields, remove, insert } = useFieldArray({
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
    // The two exclude each other, and a name takes precedence over a reason for having none.
    setValue('noUboReason', null)
    clearErrors('noUboReason')
    // Unlike `append`, this reports nothing as missing that no one has had time to fill in.
    setValue('beneficialOwners', [...getValues('beneficialOwners'), newOwner()])
    requestAnimationFrame(() => setFocus(`beneficialOwners.${fields.length}.fullName`))
  }
  const handleRemove = (index: number) => {
    const owner = getValues('beneficialOwners')[index]
    if (!owner) return
    remove(index)
    setRemoved({ owner, index })
    // The focused button has been removed.
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
            <Plus />
            {fields.length === 0 ? 'Add a beneficial owner' : 'Add another owner'}
          </Button>
        ) : null}
      </div>
      {fields.length > 0 ? <TotalOwnership /> : null}
      {error ? <ErrorText>{error}</ErrorText> : null}
    </>
  )
}

/** The place of an owner just removed, with undo. */
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
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-3 border border-dashed border-line-strong px-4 py-3 text-card wrap-anywhere">
      <span id={id}>{owner.fullName.trim() || 'The owner'} was removed.</span>
      <button className="link" type="button" aria-describedby={id} ref={ref} onClick={onUndo}>
        Undo
      </button>
    </p>
  )
}

/** The sum of the shares so far, "62.5% of 100%", and what it means if that is more than there is. */
function TotalOwnership() {
  const { watch } = useFormContext<BusinessValues>()
  const owners = watch('beneficialOwners')
  const total = totalOwnership(owners)
  return (
    <>
      <p
        className="mt-6 flex flex-wrap justify-between gap-x-4 gap-y-1 border-t-2 border-ink pt-4 text-[1.0625rem]/6"
        role="status"
      >
        <span>Total ownership</span>
        <b className={classNames('font-[640] tabular-nums', total > WHOLE && 'text-yellow-ink')}>
          {percentText(total)}% of 100%
        </b>
      </p>
      <OwnershipWarning owners={owners} live />
    </>
  )
}

function OwnerCard({ index, id, onRemove }: { index: number; id: string; onRemove: () => void }) {
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
            <Trash2 className="size-4" />
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

/** A person in the company, in a separate card. */
function PersonCard({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className={cardClass()} aria-labelledby={id}>
      <div className={CARD_HEAD_CLASS}>
        <h2 className="text-h3" id={id}>
          {title}
        </h2>
        {action}
      </div>
      <div className={CARD_PADDING_CLASS}>{children}</div>
    </section>
  )
}

/** The fields of one part of the company: read-only if accepted, with the reason if returned. */
export function AcceptedPart({
  item,
  lines,
  children,
}: {
  item: ItemKey
  lines: () => readonly KeyValue[]
  children: ReactNode
}) {
  const { correction } = useJourney()
  if (!correction || correction.isEditable(item)) {
    return (
      <>
        <CorrectionNote item={correction?.find(item) ?? null} />
        {children}
      </>
    )
  }
  return (
    <>
      <p className="mb-2">
        <CheckedBadge />
      </p>
      <KeyValueList items={lines()} missing="Not given" />
    </>
  )
}

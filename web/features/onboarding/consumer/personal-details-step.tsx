import { Fragment } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import {
  CONSUMER_FIELD_NAMES,
  CONSUMER_PARTS,
  type ConsumerFieldName,
  type ConsumerPart,
  consumerField,
  isOptionalField,
} from '#contract/onboarding/consumer-fields.ts'
import { MISSING_FIELDS_TITLE } from '#contract/onboarding/onboarding-steps.ts'
import { phoneReadingText } from '#domain/phone.ts'
import { formLines } from '#web/shared/verification/answer-lines.tsx'
import { DateFields } from '#web/ui/date-fields.tsx'
import { EMPTY_DATE, isDateEmpty } from '#web/ui/date-parts.ts'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { FieldRow, type FieldTexts } from '#web/ui/field.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { CheckedBadge, CorrectionNote, NothingToCorrect } from '../journey/correction-note.tsx'
import { useJourney } from '../journey/journey.ts'
import { StepActions, StepFrame } from '../journey/step-frame.tsx'
import { type FormValues, textOf } from './form-values.ts'

const PARTS = Object.keys(CONSUMER_PARTS) as ConsumerPart[]

type Row = readonly ConsumerFieldName[]

/** The fields in the order of the form, those of one line side by side. */
const ROWS: readonly Row[] = [
  ...Map.groupBy(CONSUMER_FIELD_NAMES, (name) => consumerField(name).line ?? name).values(),
]

/** Step 3: the details as on the ID document (onboarding §5.6). */
export function PersonalDetailsStep() {
  const form = useFormContext<FormValues>()
  const { goOn, correction } = useJourney()
  const { errors, submitCount, isSubmitting } = form.formState
  /** Fields that no reviewer decides on can't be corrected either. */
  const canEdit = (name: ConsumerFieldName) => {
    const { part } = consumerField(name)
    return correction === null || (part !== null && correction.isEditable(part))
  }
  const wrong = CONSUMER_FIELD_NAMES.filter((name) => errors[name])
  const isEmpty = (name: ConsumerFieldName) => {
    const value = form.getValues(name)
    return typeof value === 'string' ? value.trim() === '' : isDateEmpty(value)
  }
  const hasMissing = wrong.some(isEmpty)

  return (
    <>
      <ErrorSummary
        title={hasMissing ? MISSING_FIELDS_TITLE : 'Check your details'}
        intro={hasMissing ? 'Please complete these fields:' : undefined}
        focusKey={isSubmitting ? undefined : submitCount}
        errors={wrong.map((name) => ({
          id: name,
          message: isEmpty(name) ? consumerField(name).label : errors[name]?.message,
        }))}
      />
      <StepFrame
        title="Personal Details"
        intro="Enter your details exactly as they appear on your ID document."
      >
        <form noValidate onSubmit={form.handleSubmit(goOn)}>
          {correction && !PARTS.some(correction.isEditable) ? <NothingToCorrect /> : null}
          {correction ? (
            <section className="mb-8">
              <p className="mb-2">
                <CheckedBadge />
              </p>
              <KeyValueList
                items={formLines(
                  (name) => textOf(form.getValues(), name),
                  CONSUMER_FIELD_NAMES.filter(canEdit),
                )}
              />
            </section>
          ) : null}
          {ROWS.map((row) => (
            <Fragment key={row[0]}>
              <PartNote row={row} />
              <DetailRow row={row.filter(canEdit)} />
            </Fragment>
          ))}
          <StepActions busy={isSubmitting} busyLabel="Checking..." />
        </form>
      </StepFrame>
    </>
  )
}

/** Why a part was returned, above its first field. */
function PartNote({ row: [name] }: { row: Row }) {
  const { correction } = useJourney()
  const part = name && consumerField(name).part
  const isFirst = part && CONSUMER_FIELD_NAMES.find((field) => consumerField(field).part === part) === name
  return isFirst ? <CorrectionNote item={correction?.find(part) ?? null} /> : null
}

function DetailRow({ row }: { row: Row }) {
  const fields = row.map((name) => <DetailField key={name} name={name} />)
  return fields.length > 1 ? <FieldRow>{fields}</FieldRow> : fields
}

/** One personal detail, rendered according to its table row. */
function DetailField({ name }: { name: ConsumerFieldName }) {
  const { register, formState, watch } = useFormContext<FormValues>()
  const { label, hint, input, isShort, autoComplete } = consumerField(name)
  const texts = {
    id: name,
    label,
    hint,
    optional: isOptionalField(name),
    error: formState.errors[name]?.message,
  }
  if (input === 'birthday') return <Birthday name={name} {...texts} />
  if (input === 'lines') return <TextArea {...register(name)} {...texts} autoComplete={autoComplete} />
  return (
    <TextField
      {...register(name)}
      {...texts}
      type={input}
      autoComplete={autoComplete}
      className={isShort ? 'max-w-80' : undefined}
      note={input === 'tel' ? phoneReadingText(String(watch(name))) : undefined}
    />
  )
}

function Birthday({ name, ...texts }: FieldTexts & { id: string; name: ConsumerFieldName }) {
  const { control } = useFormContext<FormValues>()
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <DateFields
          {...texts}
          birthday
          value={typeof field.value === 'string' ? EMPTY_DATE : field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          ref={field.ref}
        />
      )}
    />
  )
}

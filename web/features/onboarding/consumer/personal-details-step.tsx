import { Controller, useFormContext } from 'react-hook-form'
import {
  MISSING_FIELDS_TITLE,
  REQUIRED_CONSUMER_FIELDS,
  type RequiredConsumerField,
} from '#contract/onboarding-steps.ts'
import { phoneReadingText } from '#domain/phone.ts'
import { DateFields } from '#web/ui/date-fields.tsx'
import { isDateEmpty } from '#web/ui/date-parts.ts'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { FieldRow } from '#web/ui/field.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AcceptedBadge, CorrectionNote, NothingToCorrect } from '../journey/correction-note.tsx'
import { useJourney } from '../journey/journey.ts'
import { StepActions, StepFrame } from '../journey/step-frame.tsx'
import type { FormValues } from './form-values.ts'
import { acceptedDetails } from './summary.tsx'

const FIELDS = Object.keys(REQUIRED_CONSUMER_FIELDS) as RequiredConsumerField[]

/** Step 3: the details as they stand on the ID document (onboarding §3, §5). */
export function PersonalDetailsStep() {
  const form = useFormContext<FormValues>()
  const { goOn, correction } = useJourney()
  const { errors, submitCount, isSubmitting } = form.formState
  const canEdit = (item: 'name' | 'birth_date' | 'address') => correction?.isEditable(item) ?? true
  const register = (name: Exclude<RequiredConsumerField, 'dob'>) => ({
    ...form.register(name),
    id: name,
    label: REQUIRED_CONSUMER_FIELDS[name],
    error: errors[name]?.message,
  })

  const wrong = FIELDS.filter((name) => errors[name])
  const isEmpty = (name: RequiredConsumerField) => {
    const value = form.getValues(name)
    return typeof value === 'string' ? value.trim() === '' : isDateEmpty(value)
  }
  const hasMissing = wrong.some(isEmpty)
  const nothingEditable = !canEdit('name') && !canEdit('birth_date') && !canEdit('address')

  return (
    <>
      <ErrorSummary
        title={hasMissing ? MISSING_FIELDS_TITLE : 'Check your details'}
        intro={hasMissing ? 'Please complete these fields:' : undefined}
        focusKey={isSubmitting ? undefined : submitCount}
        errors={wrong.map((name) => ({
          id: name,
          message: isEmpty(name) ? REQUIRED_CONSUMER_FIELDS[name] : errors[name]?.message,
        }))}
      />
      <StepFrame
        title="Personal Details"
        intro="Enter your details exactly as they appear on your ID document."
      >
        <form noValidate onSubmit={form.handleSubmit(goOn)}>
          {correction && nothingEditable ? <NothingToCorrect /> : null}
          {correction ? (
            <section className="mb-8">
              <p className="mb-2">
                <AcceptedBadge />
              </p>
              <KeyValueList items={acceptedDetails(form.getValues(), canEdit)} />
            </section>
          ) : null}
          <CorrectionNote item={correction?.find('name') ?? null} />
          {canEdit('name') ? (
            <FieldRow>
              <TextField {...register('firstName')} autoComplete="given-name" />
              <TextField {...register('lastName')} autoComplete="family-name" />
            </FieldRow>
          ) : null}
          <CorrectionNote item={correction?.find('birth_date') ?? null} />
          {canEdit('birth_date') ? <BirthDate /> : null}
          {correction ? null : (
            <>
              <TextField
                {...register('email')}
                type="email"
                autoComplete="email"
                hint="Kept with your application. Updates go to your confirmed email."
              />
              <TextField
                {...register('phone')}
                type="tel"
                autoComplete="tel"
                className="max-w-80"
                hint="Include the country code if it is not a UK number."
                note={phoneReadingText(form.watch('phone'))}
              />
            </>
          )}
          <CorrectionNote item={correction?.find('address') ?? null} />
          {canEdit('address') ? (
            <TextArea
              {...register('address')}
              autoComplete="street-address"
              hint="Your home address with postcode. It must match your proof of address."
            />
          ) : null}
          <StepActions busy={isSubmitting} busyLabel="Checking..." />
        </form>
      </StepFrame>
    </>
  )
}

function BirthDate() {
  const { control } = useFormContext<FormValues>()
  return (
    <Controller
      control={control}
      name="dob"
      render={({ field, fieldState }) => (
        <DateFields
          id="dob"
          label={REQUIRED_CONSUMER_FIELDS.dob}
          hint="For example, 27 3 1988"
          birthday
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          ref={field.ref}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}

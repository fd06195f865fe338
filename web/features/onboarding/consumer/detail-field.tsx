import { Controller, useFormContext } from 'react-hook-form'
import {
  type ConsumerFieldName,
  consumerField,
  isOptionalField,
} from '#contract/onboarding/consumer-fields.ts'
import { phoneReadingText } from '#domain/phone.ts'
import { DateFields } from '#web/ui/date-fields.tsx'
import { EMPTY_DATE } from '#web/ui/date-parts.ts'
import type { FieldTexts } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { FormValues } from './form-values.ts'

/** One field of the personal details, drawn as its row of the table says. */
export function DetailField({ name }: { name: ConsumerFieldName }) {
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

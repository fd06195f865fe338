import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldValues, Resolver } from 'react-hook-form'
import { z } from 'zod'
import {
  CONSUMER_FIELD_NAMES,
  type ConsumerFieldName,
  consumerField,
  isOptionalField,
} from '#contract/onboarding/consumer-fields.ts'
import { CONSUMER_RULES } from '#contract/onboarding/consumer-rules.ts'
import { checkBirthDateParts } from '#domain/onboarding/birth-date.ts'
import { PHONE_ADVICE, readPhone } from '#domain/phone.ts'
import type { PlainDate } from '#domain/plain-date.ts'
import { type DateParts, isDateEmpty } from '#web/ui/date-parts.ts'

/** Returns the validation of the personal details as of a day. */
export function checkDetails(today: PlainDate): Resolver<FieldValues> {
  return zodResolver(personalDetails(today) as z.ZodType<FieldValues, FieldValues>)
}

/** Returns the schema of the form's personal details as of a day (onboarding §5.6). */
export function personalDetails(today: PlainDate) {
  return z.object(Object.fromEntries(CONSUMER_FIELD_NAMES.map((name) => [name, ruleOf(name, today)])))
}

function ruleOf(name: ConsumerFieldName, today: PlainDate): z.ZodType {
  const { input } = consumerField(name)
  const rule: z.ZodType = CONSUMER_RULES[name]
  if (input === 'birthday')
    return z.custom<DateParts>().superRefine((parts, ctx) => {
      const check = checkBirthDateParts(parts, today)
      if (check.ok) return
      const message = isDateEmpty(parts) ? 'Enter your date of birth' : check.message
      ctx.addIssue({ code: 'custom', message })
    })
  if (input === 'tel') return rule.refine((text) => readPhone(String(text)).ok, { error: PHONE_ADVICE })
  return isOptionalField(name)
    ? z.preprocess((text) => (typeof text === 'string' && text.trim() === '' ? undefined : text), rule)
    : rule
}

import { z } from 'zod'
import { Email, FirstName, LastName, Phone, PostalAddress } from '#contract/fields.ts'
import { checkBirthDateParts } from '#domain/onboarding/birth-date.ts'
import { PHONE_ADVICE, readPhone } from '#domain/phone.ts'
import type { PlainDate } from '#domain/plain-date.ts'
import type { DateParts } from '#web/ui/date-parts.ts'
import { isDateEmpty } from '#web/ui/date-parts.ts'

/** The personal details as the form holds them, judged on a day (onboarding §5). */
export function personalDetails(today: PlainDate) {
  return z.object({
    firstName: FirstName,
    lastName: LastName,
    dob: z.custom<DateParts>().superRefine((parts, ctx) => {
      const check = checkBirthDateParts(parts, today)
      if (check.ok) return
      const message = isDateEmpty(parts) ? 'Enter your date of birth' : check.message
      ctx.addIssue({ code: 'custom', message })
    }),
    email: Email,
    phone: Phone.refine((text) => readPhone(text).ok, PHONE_ADVICE),
    address: PostalAddress,
  })
}

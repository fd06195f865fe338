import { DateText, Email, FirstName, LastName, OneLine, Phone, PostalAddress } from '#contract/fields.ts'
import type { ConsumerFields } from './consumer-fields.ts'
import type { FieldRule } from './field-rule.ts'

/** The rule for each field of the consumer form. */
export const CONSUMER_RULES = {
  firstName: FirstName,
  lastName: LastName,
  dob: DateText,
  placeOfBirth: OneLine(200).optional(),
  email: Email,
  phone: Phone,
  address: PostalAddress,
} as const satisfies { [Name in keyof ConsumerFields]: FieldRule<ConsumerFields[Name]> }

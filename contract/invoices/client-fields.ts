import { z } from 'zod'
import { CountryCode } from '#contract/country-schemas.ts'
import { Email, FreeText, NAME_MAX, OneLine, orNothing, PostalAddress } from '#contract/fields.ts'
import { INVOICE_CURRENCIES } from '#contract/money.ts'
import { CLIENT_TYPES, PROJECT_STATUSES } from './invoice-values.ts'

/** Money is a whole number of minor units everywhere: pence, cents, yen. */
export const MinorUnits = z.number().int().safe()

/** A currency that staff can invoice in. */
export const InvoiceCurrency = z
  .string('Choose a currency')
  .trim()
  .toLowerCase()
  .pipe(z.enum(INVOICE_CURRENCIES, 'Choose a currency from the list'))

/** Longest text about a project, in characters. */
export const PROJECT_TEXT_MAX = 1000

export const ClientFields = z.object({
  name: OneLine(NAME_MAX, 'Enter the client’s name'),
  client_type: z.enum(CLIENT_TYPES, 'Choose what kind of client this is'),
  billing_email: orNothing(Email),
  address: orNothing(PostalAddress),
  country: orNothing(z.string().pipe(CountryCode)),
  tax_number: orNothing(OneLine(40)),
  stripe_customer_id: orNothing(
    z
      .string()
      .trim()
      .regex(/^cus_[A-Za-z0-9]{1,60}$/, 'Enter a Stripe customer id, like cus_QXg1o8vcGmoR32'),
  ),
})
export type ClientFields = z.infer<typeof ClientFields>

export const ProjectFields = z.object({
  name: OneLine(NAME_MAX, 'Enter the project’s name'),
  status: z.enum(PROJECT_STATUSES, 'Choose a status'),
  project_description: orNothing(FreeText(PROJECT_TEXT_MAX)),
})
export type ProjectFields = z.infer<typeof ProjectFields>

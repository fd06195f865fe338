import { z } from 'zod'
import { ShownEmail } from '#contract/account/shown-email.ts'
import { endpoint } from '#contract/endpoint.ts'
import { FreeText } from '#contract/fields.ts'
import { CaseState } from '#contract/verification/cases.ts'

export const FoundPerson = z.object({
  id: z.number(),
  name: z.string().nullable(),
  ...ShownEmail.shape,
  /** The number of their own case, which their mails and their leaf name; null if there is none. */
  case_id: z.number().nullable(),
  /** The state of their own verification; null if there is none. */
  state: CaseState.nullable(),
  /** Whether the account is erased; only what the law requires is retained. */
  is_erased: z.boolean(),
})
export type FoundPerson = z.infer<typeof FoundPerson>

/** A company that is or wants to be verified, found through its user, or a client that is invoiced. */
export const FoundCompany = z.object({
  kind: z.enum(['company', 'client']),
  id: z.number(),
  name: z.string(),
  number: z.string().nullable(),
  /** The number of a company’s case; null if there is none. */
  case_id: z.number().nullable(),
  state: CaseState.nullable(),
})
export type FoundCompany = z.infer<typeof FoundCompany>

export const FoundInvoice = z.object({
  id: z.string(),
  number: z.string(),
  client_name: z.string(),
  status: z.string(),
})
export type FoundInvoice = z.infer<typeof FoundInvoice>

export const searchEverything = endpoint({
  method: 'GET',
  path: '/api/admin/search',
  access: 'search.use',
  summary:
    'The people, companies and invoices that have all the words, or nearly; of each what the caller may read',
  query: z.object({ q: FreeText(200).pipe(z.string().min(1, 'Enter what to look for')) }),
  answer: z.object({
    people: z.array(FoundPerson),
    companies: z.array(FoundCompany),
    invoices: z.array(FoundInvoice),
    /** Whether nothing matched exactly and these are one letter off. */
    isNear: z.boolean(),
  }),
  errors: ['VALIDATION_ERROR', 'RATE_LIMITED'],
  limit: { bucket: 'staff-search', max: 300, windowSeconds: 300 },
})

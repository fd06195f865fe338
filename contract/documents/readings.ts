import { z } from 'zod'

/** What is read from documents. */
export const READ_FIELDS = [
  'surname',
  'givenNames',
  'name',
  'birthDate',
  'number',
  'nationality',
  'issuedOn',
  'expiresOn',
  'address',
  'issuer',
] as const
export const ReadField = z.enum(READ_FIELDS)
export type ReadField = z.infer<typeof ReadField>

export const READ_FIELD_LABELS: Readonly<Record<ReadField, string>> = {
  surname: 'Last name',
  givenNames: 'First names',
  name: 'Name',
  birthDate: 'Date of birth',
  number: 'Document number',
  nationality: 'Nationality',
  issuedOn: 'Dated',
  expiresOn: 'Expires',
  address: 'Address',
  issuer: 'From',
}

/** Part of a page, in shares of its width and height. */
export const PageArea = z.object({
  page: z.number(),
  left: z.number(),
  top: z.number(),
  width: z.number(),
  height: z.number(),
})
export type PageArea = z.infer<typeof PageArea>

/** One value as it was read: where from, whether check digits prove it, and how sure the reader is, of one. */
export const ReadValue = z.object({
  field: ReadField,
  /** Dates as `YYYY-MM-DD`. */
  value: z.string(),
  /** The machine-readable code, the print beside it, or the text of a PDF. */
  source: z.enum(['code', 'print', 'text']),
  /** `right`: check digits prove it; `wrong`: they contradict it; null where it has none. */
  proof: z.enum(['right', 'wrong']).nullable(),
  confidence: z.number(),
  area: PageArea.nullable(),
})
export type ReadValue = z.infer<typeof ReadValue>

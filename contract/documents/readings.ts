import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { DocumentId, Moment, UserId } from '#contract/fields.ts'
import { CaseKind } from '#contract/verification/cases.ts'
import { DocumentSlot } from './document-schemas.ts'
import { READ_FIELDS } from './read-fields.ts'
import { SIGNALS } from './signal-names.ts'

export const ReadField = z.enum(READ_FIELDS)
export type ReadField = z.infer<typeof ReadField>

/** Part of a page, as fractions of its width and height. */
export const PageArea = z.object({
  page: z.number(),
  left: z.number(),
  top: z.number(),
  width: z.number(),
  height: z.number(),
})
export type PageArea = z.infer<typeof PageArea>

/** One value read: its source, whether check digits prove it, and the reader's confidence from 0 to 1. */
export const ReadValue = z.object({
  field: ReadField,
  /** Dates as `YYYY-MM-DD`. */
  value: z.string(),
  /** How it is shown, if that isn't the value: the country of a nationality, with its code. */
  text: z.string().optional(),
  /** The machine-readable code, the print next to it, or the text of a PDF. */
  source: z.enum(['code', 'print', 'text']),
  /** `right`: check digits prove it; `wrong`: they contradict it; null: it has none. */
  proof: z.enum(['right', 'wrong']).nullable(),
  confidence: z.number(),
  area: PageArea.nullable(),
  /** Whether the code may have had no room for the whole name. */
  isCutOff: z.boolean().optional(),
  /** On the date that decides whether the document counts: whether accepting the line accepts it. */
  isSure: z.boolean().optional(),
  /** What another part of the document says instead, if both were surely read; without a value if that isn't known. */
  contradicted: z
    .object({ by: z.enum(['print', 'id-front', 'id-back']), value: z.string().optional() })
    .optional(),
})
export type ReadValue = z.infer<typeof ReadValue>

/** A document's reading: `waiting` until the reader has processed it, `read` if it found something. */
export const READING_STATES = ['waiting', 'read', 'nothing', 'failed'] as const
export const ReadingState = z.enum(READING_STATES)
export type ReadingState = z.infer<typeof ReadingState>

export const SignalName = z.enum(SIGNALS)
export type SignalName = z.infer<typeof SignalName>

export const DocumentSignal = z.object({
  name: SignalName,
  /** The version of its rule; any change to what it says makes a new one. */
  version: z.number(),
  look: z.enum(['agrees', 'look_closer', 'no_reading']),
  title: z.string(),
  /** A word or figures. */
  reading: z.string(),
  /** What it means and its limits, in one or two sentences. */
  explanation: z.string(),
})
export type DocumentSignal = z.infer<typeof DocumentSignal>

/** How many of a signal's cases are listed; the count covers all of them. */
export const NAMED_CASES = 5

/** Another case in which the same was found. */
export const OtherCase = z.object({
  userId: z.number(),
  name: z.string(),
  kind: CaseKind,
  slot: DocumentSlot,
})
export type OtherCase = z.infer<typeof OtherCase>

/**
 * A signal with its time, the cases it refers to, latest first, and how many more there are; the reader’s own are left
 * out.
 */
export const LinkedSignal = DocumentSignal.extend({
  /** When it was worked out. */
  at: Moment,
  cases: z.array(OtherCase),
  moreCases: z.number(),
})
export type LinkedSignal = z.infer<typeof LinkedSignal>

export const readOwnReading = endpoint({
  method: 'GET',
  path: '/api/documents/:id/reading',
  access: 'applicant',
  summary: 'What a machine has read from a document of one’s own; `off` where nothing is read',
  params: z.object({ id: DocumentId }),
  answer: z.object({ state: z.enum([...READING_STATES, 'off']), values: z.array(ReadValue) }),
  errors: ['NOT_FOUND'],
})

export const readCaseReadings = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/readings',
  access: 'documents.read',
  summary:
    'What a machine has read from the documents of a verification, former ones among them, and signals for its reviewer',
  params: z.object({ id: UserId }),
  query: z.object({ kind: CaseKind.default('consumer') }),
  answer: z.object({
    readings: z.array(
      z.object({
        documentId: DocumentId,
        state: z.enum([...READING_STATES, 'off']),
        values: z.array(ReadValue),
        signals: z.array(LinkedSignal),
        readAt: Moment.nullable(),
      }),
    ),
  }),
  errors: [],
})

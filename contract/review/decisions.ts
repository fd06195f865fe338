import { z } from 'zod'
import { ShownEmail } from '#contract/account/shown-email.ts'
import { SignalName } from '#contract/documents/readings.ts'
import { endpoint } from '#contract/endpoint.ts'
import { inDigits, Moment, PageQuery, YesOrNo } from '#contract/fields.ts'
import { ApprovalBasis, CaseKind, ItemDecision } from '#contract/verification/cases.ts'
import { DECISION_OUTCOMES } from './decision-outcomes.ts'
import { DaysText } from './review-queue.ts'

/** Which decisions a figure of the staff home counts. */
export const DecisionFilters = z.object({
  /** The London days on which they were made. */
  days: DaysText,
  outcome: z.enum(DECISION_OUTCOMES).optional(),
  /**
   * Only what this signal said at decisions, an entry for each item that was decided then; without the reader’s own
   * case, whose signals they may not learn (law §3.4).
   */
  signal: SignalName.optional(),
  /** With `signal`: the version of its rule, what it said, and only items that were requested again or rejected. */
  version: inDigits(z.number().int().positive()).optional(),
  look: z.enum(['look_closer', 'agrees']).optional(),
  refused: YesOrNo.optional(),
})
export type DecisionFilters = z.infer<typeof DecisionFilters>

/** A decision, or what a signal said about one of its items. */
export const DecisionRow = z.object({
  key: z.string(),
  at: Moment,
  outcome: z.enum(DECISION_OUTCOMES),
  /** What an approval rests on. */
  approval: ApprovalBasis.nullable(),
  /** Who decided; null for the reader’s own case, and if no person did. */
  by: z.string().nullable(),
  /** The case; null if it was deleted with its account. */
  case: z
    .object({
      id: z.number(),
      userId: z.number(),
      kind: CaseKind,
      name: z.string().nullable(),
      ...ShownEmail.shape,
      isOwn: z.boolean(),
    })
    .nullable(),
  /** With `signal`: the item, and what was decided on it. */
  item: z.object({ label: z.string(), decision: ItemDecision.exclude(['pending']) }).nullable(),
})
export type DecisionRow = z.infer<typeof DecisionRow>

export const listDecisions = endpoint({
  method: 'GET',
  path: '/api/admin/queue/decisions',
  access: 'queue.read',
  summary: 'The decisions that a figure of the staff dashboard counts, latest first',
  query: PageQuery.extend(DecisionFilters.shape),
  answer: z.object({
    decisions: z.array(DecisionRow),
    /** All that match: the figure. */
    count: z.number(),
    nextCursor: z.string().nullable(),
  }),
  errors: ['VALIDATION_ERROR'],
})

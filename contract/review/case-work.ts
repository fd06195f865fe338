import { z } from 'zod'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import { FreeText, RequestKey, UserId } from '#contract/fields.ts'
import { REASON_TEXT_MAX } from '#contract/verification/case-limits.ts'
import { DECISION_ERRORS, KindOfCase, ReviewCase } from './admin-cases.ts'

const params = z.object({ id: UserId })
const CaseAnswer = z.object({ success: z.literal(true), case: ReviewCase })

/** Makes the caller the owner of a review for 30 idle minutes; claiming again renews it (cases, Claims). */
export const claimCase = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/kyc-claim',
  access: 'cases.work',
  summary: 'Claim the verification of a user for review',
  params,
  body: z.object({
    kind: KindOfCase,
    /** Takes it over from another reviewer whose claim still holds. */
    takeOver: z.boolean().optional(),
  }),
  answer: CaseAnswer,
  errors: DECISION_ERRORS,
  limit: MUTATION_LIMIT,
})

export const releaseCase = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/kyc-release',
  access: 'cases.work',
  summary: 'Give a claimed or assigned verification back to the queue',
  params,
  body: z.object({ kind: KindOfCase }),
  answer: CaseAnswer,
  errors: DECISION_ERRORS,
  limit: MUTATION_LIMIT,
})

export const skipCase = endpoint({
  ...releaseCase,
  path: '/api/admin/users/:id/kyc-skip',
  summary:
    'Give a verification back to take another; "next" offers it to others first, and to the caller again later',
})

export const addCaseNote = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/kyc-notes',
  access: 'cases.work',
  summary: 'Write an internal note on a verification; the applicant never reads it',
  params,
  body: z.object({
    kind: KindOfCase,
    text: FreeText(REASON_TEXT_MAX).refine((text) => text.length > 0, 'Write a note'),
    request_key: RequestKey.optional(),
  }),
  answer: CaseAnswer,
  errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'INVALID_STATE'],
  limit: MUTATION_LIMIT,
})

const Answer = z.object({
  kind: KindOfCase,
  version: z.number().int().min(0),
  note: FreeText(REASON_TEXT_MAX).optional(),
})

/** The second approval; the proposer cannot confirm (cases, Four eyes). */
export const confirmApproval = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/kyc-confirmation',
  access: 'cases.decide',
  stepUp: true,
  summary: 'Confirm an approval that someone else proposed',
  params,
  body: Answer.extend({
    /**
     * Leaves time to undo it, as for a decision: it takes effect after UNDO_SECONDS. With a note it takes effect at
     * once.
     */
    undoable: z.boolean().default(false),
  }),
  answer: CaseAnswer,
  errors: DECISION_ERRORS,
  limit: MUTATION_LIMIT,
})

export const declineApproval = endpoint({
  ...confirmApproval,
  path: '/api/admin/users/:id/kyc-decline',
  summary: 'Decline a proposed approval, or take one’s own back; the caller continues the review',
  body: Answer,
})

import { z } from 'zod'
import { ShownEmail } from '#contract/account/shown-email.ts'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import { FreeText, Moment, PageQuery, UserId } from '#contract/fields.ts'
import { ApprovalBasis, ASSIGN_MAX, CaseKind, DueState, QueueState } from '#contract/verification/cases.ts'
import { LeafState } from '#contract/verification/leaf.ts'
import { ReviewCase, ReviewOwner } from './admin-cases.ts'
import { DUE_FILTERS, isDaysText, PROMISE_ANSWERS, QUEUE_SORTS } from './queue-filters.ts'

export const DueFilter = z.enum(DUE_FILTERS)
export type DueFilter = z.infer<typeof DueFilter>

export const DaysText = z.string().refine(isDaysText, 'Enter two real dates')

/** Filters of the queue: search text, state, account type, owner, and how a case stands against its promise. */
export const QueueFilters = z.object({
  /**
   * Words of the person's or company's details, in any order, or one of their numbers; a case's number finds it
   * despite the other filters.
   */
  q: FreeText(200).optional(),
  state: QueueState.optional(),
  kind: CaseKind.optional(),
  /** `me`, `nobody`, or a reviewer's number. */
  owner: z.union([z.enum(['me', 'nobody']), UserId]).optional(),
  /** For people asked to confirm their details: measured against the day they should do so by. */
  due: DueFilter.optional(),
  /** Only those with a first decision on a submission on these days, whatever their state now. */
  heard: DaysText.optional(),
  /** Only those whose decision came within the promised hours, or after them; on any day if `heard` is not set. */
  promise: z.enum(PROMISE_ANSWERS).optional(),
  /** Only proposals that the reader may confirm as the second person. */
  confirm: z.enum(['me']).optional(),
  /** Only approvals that rest on less than a review of every item. */
  approval: z.literal('unreviewed').optional(),
  /** Only those that wait for the applicant to confirm their email: no one is offered them, and no promise runs. */
  email: z.enum(['unconfirmed']).optional(),
})
export type QueueFilters = z.infer<typeof QueueFilters>

/** One row of the queue. */
export const QueueRow = z.object({
  id: z.number(),
  userId: z.number(),
  kind: CaseKind,
  /** The name of the person or their company. */
  name: z.string().nullable(),
  ...ShownEmail.shape,
  user_type: z.string().nullable(),
  state: QueueState,
  round: z.number(),
  submittedAt: Moment.nullable(),
  dueAt: Moment.nullable(),
  dueState: DueState.nullable(),
  /** Until when a verified person should confirm their details. */
  confirmBy: Moment.nullable(),
  /** Working time it has waited for us, in milliseconds; null if it has not (cases, Working time). */
  workingMs: z.number().nullable(),
  owner: ReviewOwner.nullable(),
  /** What the approval in force rests on. */
  approval: ApprovalBasis.nullable(),
  /** The states of its leaf's lines, in order. */
  lines: z.array(LeafState),
  /** What was sent again in this round. */
  answered: z.array(z.string()),
  /** Who proposed its approval, while it waits for a second person. */
  proposedBy: z.string().nullable(),
  /** Whether it is the reader's own case, which they may not review (security R23). */
  isOwn: z.boolean(),
})
export type QueueRow = z.infer<typeof QueueRow>

export const listQueue = endpoint({
  method: 'GET',
  path: '/api/admin/queue',
  access: 'queue.read',
  summary: 'Cases by their promise: overdue first, then those due soon; decided ones newest first',
  query: PageQuery.extend(QueueFilters.shape).extend({
    sort: z.enum(QUEUE_SORTS).optional(),
    order: z.enum(['asc', 'desc']).optional(),
  }),
  answer: z.object({
    cases: z.array(QueueRow),
    /** All matching cases, up to COUNT_CAP; if capped, there may be more. */
    count: z.number(),
    countIsCapped: z.boolean(),
    /** Whether nothing matched `q` exactly and these are one letter off. */
    isNear: z.boolean(),
    /** How many cases wait for the applicant to confirm their email, up to COUNT_CAP. */
    unconfirmed: z.number(),
    nextCursor: z.string().nullable(),
  }),
  errors: ['VALIDATION_ERROR'],
})

/** Limits "next" to the waiting cases of one list of the queue. */
export const NextFilters = QueueFilters.pick({ kind: true, owner: true, due: true }).extend({
  state: QueueState.extract(['submitted', 'in_review']).optional(),
})
export type NextFilters = z.infer<typeof NextFilters>

/**
 * Claims the most urgent case that is free or assigned to the caller; two callers never get the same one (cases,
 * The next case).
 */
export const claimNext = endpoint({
  method: 'POST',
  path: '/api/admin/queue/next',
  access: 'cases.work',
  summary: 'Claim the next case of the queue, or of a list of it',
  body: NextFilters,
  answer: z.object({
    /** Null if nothing is waiting. `review` is the case as the reviewer sees it, so that the desk opens with it. */
    case: z.object({ id: z.number(), userId: z.number(), kind: CaseKind, review: ReviewCase }).nullable(),
    /** If nothing else is waiting: how many cases the caller skipped, which they will be offered again later. */
    skipped: z.number(),
  }),
  errors: ['INVALID_STATE'],
  limit: MUTATION_LIMIT,
})

export const assignCases = endpoint({
  method: 'POST',
  path: '/api/admin/queue/assign',
  access: 'cases.work',
  summary: 'Assign cases to a reviewer, or to no one; each that cannot be assigned is named with its reason',
  body: z.object({
    cases: z.array(z.number().int().positive()).min(1).max(ASSIGN_MAX),
    to: UserId.nullable(),
  }),
  answer: z.object({
    assigned: z.number(),
    refused: z.array(z.object({ id: z.number(), message: z.string() })),
  }),
  errors: ['VALIDATION_ERROR'],
  limit: MUTATION_LIMIT,
})

export const listReviewers = endpoint({
  method: 'GET',
  path: '/api/admin/reviewers',
  access: 'queue.read',
  summary: 'Who can be given cases to review',
  answer: z.object({ reviewers: z.array(z.object({ id: z.number(), name: z.string() })) }),
  errors: [],
})

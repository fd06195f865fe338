import { z } from 'zod'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import { Moment, PageQuery, UserId } from '#contract/fields.ts'
import { DeadLetterJob } from './job-names.ts'

/** Most that one call sends again; the answer says how many are left. */
export const SENT_AT_ONCE = 1000

/** Work that stopped after its last try, as staff see it: nothing about a person except the account number. */
export const DeadLetter = z.object({
  id: z.number(),
  job: DeadLetterJob,
  /** For example "Application 12". */
  about: z.string(),
  /** The account it is about; null if it is about no one's. */
  userId: z.number().nullable(),
  failedAt: Moment,
  tries: z.number(),
  error: z.string().nullable(),
  /** Why it can't be sent again; null if it can. */
  refusal: z.string().nullable(),
})
export type DeadLetter = z.infer<typeof DeadLetter>

export const listDeadLetters = endpoint({
  method: 'GET',
  path: '/api/admin/dead-letters',
  access: 'mails.read',
  summary: 'Work that stopped after its last try, newest first, and how much there is of each job',
  query: PageQuery.extend({ job: DeadLetterJob.optional() }),
  answer: z.object({
    letters: z.array(DeadLetter),
    nextCursor: z.string().nullable(),
    counts: z.array(z.object({ job: DeadLetterJob, count: z.number() })),
  }),
  errors: ['VALIDATION_ERROR'],
})

const changed = {
  access: 'mails.send',
  errors: ['NOT_FOUND', 'INVALID_STATE', 'VALIDATION_ERROR'],
  limit: MUTATION_LIMIT,
} as const
const changedById = {
  ...changed,
  params: z.object({ id: UserId }),
  body: z.object({}),
  answer: z.object({ success: z.literal(true) }),
} as const

export const sendDeadLetter = endpoint({
  ...changedById,
  method: 'POST',
  path: '/api/admin/dead-letters/:id/send',
  summary: 'Send work that stopped to its job again',
})

export const dropDeadLetter = endpoint({
  ...changedById,
  method: 'POST',
  path: '/api/admin/dead-letters/:id/drop',
  summary: 'Drop work that stopped: it is not tried again',
})

export const sendDeadLetters = endpoint({
  ...changed,
  method: 'POST',
  path: '/api/admin/dead-letters/send',
  summary: `Send all work of one job that stopped to it again, the oldest first, ${SENT_AT_ONCE} at most`,
  body: z.object({ job: DeadLetterJob }),
  answer: z.object({
    sent: z.number(),
    /** Those that can't be sent again, plus those beyond the limit. */
    left: z.number(),
  }),
})

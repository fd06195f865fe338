import { z } from 'zod'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import { FreeText, Moment, StorableText } from '#contract/fields.ts'

/** Days within which an erasure request is answered (security R58). */
export const ERASURE_DAYS = 30
/** Days within which a complaint about data protection is acknowledged, as law asks, and answered, as we chose (law §4.1). */
export const COMPLAINT_DAYS = 30
/** Longest complaint, and longest answer to it. */
export const COMPLAINT_MAX = 5000
/** Complaints that one person can have open at a time. */
export const OPEN_COMPLAINTS = 3

export const ErasureState = z.enum(['requested', 'carried_out', 'refused', 'withdrawn'])
export type ErasureState = z.infer<typeof ErasureState>
export const ComplaintState = z.enum(['open', 'answered', 'closed'])
export type ComplaintState = z.infer<typeof ComplaintState>

/** What an erasure deletes, and what the law requires to be retained, until when and why. */
export const ErasurePlan = z.object({
  goes: z.array(z.string()),
  kept: z.array(z.object({ what: z.string(), until: z.string(), why: z.string() })),
})
export type ErasurePlan = z.infer<typeof ErasurePlan>

export const ErasureRequest = z.object({
  id: z.number(),
  state: ErasureState,
  requestedAt: Moment,
  dueAt: Moment,
  decidedAt: Moment.nullable(),
  /** Why it was refused. */
  answer: z.string().nullable(),
})
export type ErasureRequest = z.infer<typeof ErasureRequest>

export const Complaint = z.object({
  id: z.number(),
  /** The reference that people quote. */
  reference: z.string(),
  state: ComplaintState,
  text: z.string(),
  createdAt: Moment,
  dueAt: Moment,
  answer: z.string().nullable(),
  answeredAt: Moment.nullable(),
})
export type Complaint = z.infer<typeof Complaint>

/** A required text; `missing` is the message for an empty one. */
export const WrittenText = (max: number, missing: string) =>
  z.string(missing).trim().min(1, missing).pipe(StorableText(max))

export const getPrivacy = endpoint({
  method: 'GET',
  path: '/api/privacy',
  access: 'user',
  summary: 'The signed-in user’s requests about their data, and what an erasure would do today',
  answer: z.object({
    /** The newest request. */
    erasure: ErasureRequest.nullable(),
    plan: ErasurePlan,
    complaints: z.array(Complaint),
  }),
  errors: [],
})

/** Needs a recent sign-in (security R11). Repeating it returns the same request (R49). */
export const requestErasure = endpoint({
  method: 'POST',
  path: '/api/privacy/erasure',
  access: 'user',
  summary: 'Ask for the signed-in user’s account and data to be erased',
  body: z.object({ reason: FreeText(1000).optional() }),
  answer: z.object({ success: z.literal(true), erasure: ErasureRequest }),
  errors: ['REAUTH_REQUIRED', 'INVALID_STATE'],
  limit: MUTATION_LIMIT,
})

export const withdrawErasure = endpoint({
  method: 'DELETE',
  path: '/api/privacy/erasure',
  access: 'user',
  summary: 'Cancel the signed-in user’s open erasure request',
  answer: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND'],
  limit: MUTATION_LIMIT,
})

export const complain = endpoint({
  method: 'POST',
  path: '/api/privacy/complaints',
  access: 'user',
  summary: 'Complain about how the platform handles the signed-in user’s data',
  body: z.object({ text: WrittenText(COMPLAINT_MAX, 'Write what you complain about') }),
  answer: z.object({ success: z.literal(true), complaint: Complaint }),
  errors: ['INVALID_STATE'],
  limit: MUTATION_LIMIT,
})

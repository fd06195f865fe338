import { z } from 'zod'
import { ShownEmail } from '#contract/account/shown-email.ts'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import { Moment, PageQuery, UserId, YesOrNo } from '#contract/fields.ts'
import { CaseKind } from '#contract/verification/cases.ts'
import { COMPLAINT_MAX, Complaint, ErasurePlan, ErasureRequest, WrittenText } from './privacy.ts'

/** Longest reason for a refusal or a legal hold. */
export const PRIVACY_REASON_MAX = 2000

const Person = z.object({ userId: z.number(), name: z.string().nullable(), ...ShownEmail.shape })
const Id = z.object({ id: UserId })
/** Open ones come soonest due first, all others newest first. */
const Filtered = PageQuery.extend({ open: YesOrNo.prefault('1') })
const ADMIN_ERRORS = ['NOT_FOUND', 'INVALID_STATE', 'VALIDATION_ERROR'] as const

export const AdminErasure = ErasureRequest.extend({
  person: Person,
  reason: z.string().nullable(),
  decidedBy: z.string().nullable(),
  /** What it would do today, or has done. */
  plan: ErasurePlan,
  /** Whether a legal hold blocks it; never shown to the person. */
  isHeld: z.boolean(),
  /** Which of their cases have an undecided sanctions match; never shown to the person either. */
  openMatches: z.array(CaseKind),
})
export type AdminErasure = z.infer<typeof AdminErasure>

export const listErasures = endpoint({
  method: 'GET',
  path: '/api/admin/erasures',
  access: 'privacy.read',
  summary: 'Requests to delete personal data',
  query: Filtered,
  answer: z.object({ erasures: z.array(AdminErasure), nextCursor: z.string().nullable() }),
  errors: ['VALIDATION_ERROR'],
})

/** Cannot be undone, and needs a recent sign-in (security R11). */
export const carryOutErasure = endpoint({
  method: 'POST',
  path: '/api/admin/erasures/:id/carry-out',
  access: 'privacy.decide',
  summary: 'Delete what may be deleted and keep what the law requires; it cannot be undone',
  params: Id,
  body: z.object({}),
  answer: z.object({ success: z.literal(true), erasure: AdminErasure }),
  errors: [...ADMIN_ERRORS, 'REAUTH_REQUIRED'],
  limit: MUTATION_LIMIT,
})

export const refuseErasure = endpoint({
  method: 'POST',
  path: '/api/admin/erasures/:id/refuse',
  access: 'privacy.decide',
  summary: 'Refuse an erasure; the person reads the reason',
  params: Id,
  body: z.object({ answer: WrittenText(PRIVACY_REASON_MAX, 'Write why, for the person to read') }),
  answer: z.object({ success: z.literal(true), erasure: AdminErasure }),
  errors: ADMIN_ERRORS,
  limit: MUTATION_LIMIT,
})

export const AdminComplaint = Complaint.extend({
  person: Person,
  answeredBy: z.string().nullable(),
  closedAt: Moment.nullable(),
})
export type AdminComplaint = z.infer<typeof AdminComplaint>

export const listComplaints = endpoint({
  method: 'GET',
  path: '/api/admin/complaints',
  access: 'privacy.read',
  summary: 'Complaints about data protection',
  query: Filtered,
  answer: z.object({ complaints: z.array(AdminComplaint), nextCursor: z.string().nullable() }),
  errors: ['VALIDATION_ERROR'],
})

export const answerComplaint = endpoint({
  method: 'POST',
  path: '/api/admin/complaints/:id/answer',
  access: 'privacy.decide',
  summary: 'Answer a complaint; the answer is mailed',
  params: Id,
  body: z.object({ answer: WrittenText(COMPLAINT_MAX, 'Write the answer') }),
  answer: z.object({ success: z.literal(true), complaint: AdminComplaint }),
  errors: ADMIN_ERRORS,
  limit: MUTATION_LIMIT,
})

export const closeComplaint = endpoint({
  method: 'POST',
  path: '/api/admin/complaints/:id/close',
  access: 'privacy.decide',
  summary: 'Close a complaint that was answered',
  params: Id,
  body: z.object({}),
  answer: z.object({ success: z.literal(true), complaint: AdminComplaint }),
  errors: ADMIN_ERRORS,
  limit: MUTATION_LIMIT,
})

export const LegalHold = z.object({
  id: z.number(),
  person: Person,
  reason: z.string(),
  setBy: z.string().nullable(),
  setAt: Moment,
  liftedBy: z.string().nullable(),
  liftedAt: Moment.nullable(),
  liftReason: z.string().nullable(),
})
export type LegalHold = z.infer<typeof LegalHold>

/** The hold in force on a person, as shown on their page in administration. */
export const UserHold = LegalHold.pick({ id: true, reason: true, setBy: true, setAt: true })
export type UserHold = z.infer<typeof UserHold>

export const listLegalHolds = endpoint({
  method: 'GET',
  path: '/api/admin/legal-holds',
  access: 'privacy.read',
  summary: 'Whose records nothing may delete for now, and why',
  query: Filtered,
  answer: z.object({ holds: z.array(LegalHold), nextCursor: z.string().nullable() }),
  errors: ['VALIDATION_ERROR'],
})

export const setLegalHold = endpoint({
  method: 'POST',
  path: '/api/admin/legal-holds',
  access: 'privacy.decide',
  summary: 'Stop every deletion of a person’s records',
  body: z.object({
    userId: UserId,
    reason: WrittenText(PRIVACY_REASON_MAX, 'Write why the records must be kept'),
  }),
  answer: z.object({ success: z.literal(true), hold: LegalHold }),
  errors: [...ADMIN_ERRORS, 'DUPLICATE_ENTRY'],
  limit: MUTATION_LIMIT,
})

/** What only the hold retained is deleted the next night, so this needs a recent sign-in (security R11). */
export const liftLegalHold = endpoint({
  method: 'POST',
  path: '/api/admin/legal-holds/:id/lift',
  access: 'privacy.decide',
  summary: 'Lift a legal hold, so that a person’s retention periods count again',
  params: Id,
  body: z.object({ reason: WrittenText(PRIVACY_REASON_MAX, 'Write why the hold can end') }),
  answer: z.object({ success: z.literal(true), hold: LegalHold }),
  errors: [...ADMIN_ERRORS, 'REAUTH_REQUIRED'],
  limit: MUTATION_LIMIT,
})

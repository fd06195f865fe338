import { z } from 'zod'
import { SignInProblem, SignInTry } from '#contract/account/account.ts'
import { DocumentSlot } from '#contract/documents/document-schemas.ts'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import {
  FreeText,
  Moment,
  Reason,
  TheirEmail,
  TheirFirstName,
  TheirLastName,
  TheirPhone,
  TheirPostalAddress,
  UserId,
} from '#contract/fields.ts'
import { REASON_TEXT_MAX } from '#contract/verification/case-limits.ts'
import { CaseKind, CaseState } from '#contract/verification/cases.ts'

/** What staff can change on a person's behalf. */
export const CHANGE_FIELDS = ['name', 'email', 'phone', 'address'] as const
export const ChangeField = z.enum(CHANGE_FIELDS)
export type ChangeField = z.infer<typeof ChangeField>

export const CHANGE_LABELS: Readonly<Record<ChangeField, string>> = {
  name: 'Name',
  email: 'Email address',
  phone: 'Phone number',
  address: 'Home address',
}

/** A person's mails that support sees at once, and documents to choose from as evidence. */
export const SUPPORT_MAILS = 50
export const SUPPORT_DOCUMENTS = 50
/** How many of a person's failed sign-ins support sees. */
export const SUPPORT_FAILED_SIGN_INS = 10

const params = z.object({ id: UserId })
const WhyChanged = Reason(REASON_TEXT_MAX, 'Write the reason')

export const AccountChange = z.object({
  id: z.number(),
  userId: z.number(),
  /** The person whose details change. */
  person: z.string(),
  field: ChangeField,
  state: z.enum(['open', 'confirmed', 'declined']),
  before: z.string(),
  after: z.string(),
  reason: z.string(),
  evidence: z.string(),
  documentId: z.string().nullable(),
  /** Whether the document belongs to the person's own case or their company's. */
  documentKind: CaseKind.nullable(),
  proposedBy: z.string(),
  proposedAt: Moment,
  decidedBy: z.string().nullable(),
  decidedAt: Moment.nullable(),
  note: z.string().nullable(),
  /** Neither the proposer nor the person it is about can confirm it. */
  mayConfirm: z.boolean(),
  /** The proposer may withdraw it; anyone else who may confirm changes can decline it. */
  mayDecline: z.boolean(),
})
export type AccountChange = z.infer<typeof AccountChange>

/** What support needs to know about a person, on one page. */
export const SupportView = z.object({
  suspension: z.object({ at: Moment, by: z.string().nullable(), reason: z.string().nullable() }).nullable(),
  /** Whether the caller may suspend or restore this person. */
  maySuspend: z.boolean(),
  /** Whether the caller may propose a change of this person's details. */
  mayPropose: z.boolean(),
  email: z.object({
    address: z.string().nullable(),
    confirmedAt: Moment.nullable(),
    /** Where mail goes while the address is unconfirmed. */
    formerAddress: z.string().nullable(),
    signInAddress: z.string().nullable(),
    signInConfirmed: z.boolean(),
    /** Until when a link that was sent is valid; null if none is. */
    linkUntil: Moment.nullable(),
  }),
  cases: z.array(
    z.object({
      kind: CaseKind,
      state: CaseState,
      round: z.number(),
      submittedAt: Moment.nullable(),
      /** When the person hears from us as promised; null unless the case is with us. */
      answerBy: Moment.nullable(),
      decidedAt: Moment.nullable(),
    }),
  ),
  /** The latest mails, newest first, with their outcome. */
  mails: z.array(
    z.object({
      id: z.number(),
      subject: z.string(),
      to: z.string(),
      status: z.enum(['queued', 'sent', 'failed', 'bounced', 'complained', 'suppressed']),
      at: Moment,
      sentAt: Moment.nullable(),
      error: z.string().nullable(),
    }),
  ),
  /** The latest failed attempts to sign in, newest first; from where, only those see who read a person's history. */
  failedSignIns: z.array(
    SignInTry.pick({ id: true, device: true }).extend({ at: Moment, problem: SignInProblem }),
  ),
  changes: z.array(AccountChange),
  /** Documents that can serve as evidence of a change, newest first. */
  documents: z.array(
    z.object({ id: z.string(), slot: DocumentSlot, uploadedAt: Moment, isFormer: z.boolean() }),
  ),
})
export type SupportView = z.infer<typeof SupportView>

export const getSupportView = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/support',
  access: 'support.read',
  summary:
    'What support needs to know of a user: standing, confirmations, failed sign-ins, mails and deliveries; the reading is recorded',
  params,
  answer: z.object({ support: SupportView }),
  errors: ['NOT_FOUND'],
})

const SupportAnswer = z.object({ success: z.literal(true), support: SupportView })

/** Per recipient, no matter who requests it. */
export const RESEND_LIMIT = { bucket: 'support-resend', max: 3, windowSeconds: 3600 }

export const resendConfirmation = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/confirmation-mail',
  access: 'support.resend',
  summary: 'Send the mail again that confirms the system email of a user',
  params,
  body: z.object({}),
  answer: SupportAnswer,
  errors: ['NOT_FOUND', 'INVALID_STATE', 'RATE_LIMITED'],
  limit: MUTATION_LIMIT,
})

export const suspendUser = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/suspension',
  access: 'people.suspend',
  summary: 'Suspend a user: every session ends at once, and signing in is refused',
  params,
  body: z.object({ reason: WhyChanged }),
  answer: SupportAnswer,
  errors: ['NOT_FOUND', 'FORBIDDEN', 'INVALID_STATE', 'VALIDATION_ERROR'],
  limit: MUTATION_LIMIT,
})

export const restoreUser = endpoint({
  ...suspendUser,
  path: '/api/admin/users/:id/restoration',
  summary: 'Restore a suspended user',
})

const About = {
  reason: WhyChanged,
  evidence: Reason(REASON_TEXT_MAX, 'Say what proves it'),
  documentId: z.uuid('Choose one of this person’s documents').optional(),
}

export const ProposedChange = z.discriminatedUnion('field', [
  z.object({ field: z.literal('name'), firstName: TheirFirstName, lastName: TheirLastName, ...About }),
  z.object({ field: z.literal('email'), email: TheirEmail, ...About }),
  z.object({ field: z.literal('phone'), phone: TheirPhone, ...About }),
  z.object({ field: z.literal('address'), address: TheirPostalAddress, ...About }),
])
export type ProposedChange = z.infer<typeof ProposedChange>

export const proposeChange = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/changes',
  access: 'changes.propose',
  summary: 'Propose a change of a user’s name, email, phone or address, which a second person confirms',
  params,
  body: ProposedChange,
  answer: SupportAnswer,
  errors: ['NOT_FOUND', 'FORBIDDEN', 'INVALID_STATE', 'DUPLICATE_ENTRY', 'VALIDATION_ERROR'],
  limit: MUTATION_LIMIT,
})

export const listChanges = endpoint({
  method: 'GET',
  path: '/api/admin/changes',
  access: 'support.read',
  summary: 'Changes of details that wait for a second person, oldest first',
  answer: z.object({ changes: z.array(AccountChange) }),
  errors: [],
})

export const confirmChange = endpoint({
  method: 'POST',
  path: '/api/admin/changes/:id/confirm',
  access: 'changes.decide',
  stepUp: true,
  summary:
    'Confirm a change of details that someone else has proposed; the customer is told at the addresses they have proven',
  params,
  body: z.object({ note: FreeText(REASON_TEXT_MAX).optional() }),
  answer: z.object({ success: z.literal(true), change: AccountChange }),
  errors: ['NOT_FOUND', 'FORBIDDEN', 'INVALID_STATE', 'DUPLICATE_ENTRY', 'REAUTH_REQUIRED'],
  limit: MUTATION_LIMIT,
})

export const declineChange = endpoint({
  ...confirmChange,
  access: 'changes.propose',
  path: '/api/admin/changes/:id/decline',
  summary: 'Decline a change of details; who proposed it may take it back',
})

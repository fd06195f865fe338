import { z } from 'zod'
import { DOCUMENT_SLOTS } from '#contract/documents/documents.ts'
import { CASE_KINDS, CASE_STATES, DUE_STATES, QUEUE_STATES } from './case-states.ts'
import { FINAL_REASONS, RETRY_REASONS } from './reason-codes.ts'

export const CaseState = z.enum(CASE_STATES)
export type CaseState = z.infer<typeof CaseState>

export const QueueState = z.enum(QUEUE_STATES)
export type QueueState = z.infer<typeof QueueState>

export const DueState = z.enum(DUE_STATES)
export type DueState = z.infer<typeof DueState>

export const CaseKind = z.enum(CASE_KINDS)
export type CaseKind = z.infer<typeof CaseKind>

/** `kyc_status` and `cdd_status` on the wire (choices §3). */
export const KycStatus = z.enum(['pending', 'submitted', 'under_review', 'approved', 'rejected'])
export type KycStatus = z.infer<typeof KycStatus>

/** `verification_status` on the wire: as `kyc_status`, except that approved reads verified (choices §3). */
export const VerificationStatus = z.enum(['pending', 'submitted', 'under_review', 'verified', 'rejected'])
export type VerificationStatus = z.infer<typeof VerificationStatus>

/** What the admin's status call may set, from any state (account-admin §4). */
export const AdminStatus = z.enum(['pending', 'submitted', 'approved', 'rejected'])
export type AdminStatus = z.infer<typeof AdminStatus>

/** The groups of data and the document slots a reviewer decides on one by one; owners and representatives by their id. */
export const FIXED_ITEM_KEYS = [
  'name',
  'birth_date',
  'address',
  'registration',
  'settlement',
  ...DOCUMENT_SLOTS,
] as const
export const FixedItemKey = z.enum(FIXED_ITEM_KEYS)
export type FixedItemKey = z.infer<typeof FixedItemKey>
export type ItemKey = FixedItemKey | `owner:${string}` | `representative:${string}`

const PERSON_ITEM = /^(owner|representative):[A-Za-z0-9-]{1,64}$/

/** Accepts a fixed item key, or `owner:{id}` and `representative:{id}`. */
export const ItemKey = z
  .custom<ItemKey>(
    (value) =>
      FixedItemKey.safeParse(value).success || (typeof value === 'string' && PERSON_ITEM.test(value)),
    'Unknown item',
  )
  // Of a schema of its own the API's document knows no type.
  .meta({ type: 'string', pattern: `^(${FIXED_ITEM_KEYS.join('|')})$|${PERSON_ITEM.source}` })

export const ItemDecision = z.enum(['pending', 'accepted', 'retry', 'final'])
export type ItemDecision = z.infer<typeof ItemDecision>

/** What a reviewer has yet to do before they can accept an item: read its document, know its date, decide on a match. */
export const AcceptanceGapKind = z.enum([
  'not_opened',
  'too_small',
  'date_unknown',
  'open_match',
  'confirmed_match',
])
export type AcceptanceGapKind = z.infer<typeof AcceptanceGapKind>

export const RetryReason = z.enum(RETRY_REASONS)
export type RetryReason = z.infer<typeof RetryReason>

export const FinalReason = z.enum(FINAL_REASONS)
export type FinalReason = z.infer<typeof FinalReason>

export const ReasonCode = z.enum([...RETRY_REASONS, ...FINAL_REASONS])
export type ReasonCode = z.infer<typeof ReasonCode>

/** What a rejection by the status call records when it names no reason (cases, States). */
export const GENERAL_REASON = 'POLICY' satisfies FinalReason

/** After this many submissions only a person of the staff can reopen the case (cases, Deciding). */
export const MAX_ROUNDS = 5
/** A case is due soon in the last hours before it is due (cases, Time). */
export const DUE_SOON_HOURS = 12
/** For this long a skipped case is offered to others only. */
export const SKIP_MINUTES = 60
/** How many cases one call may assign. */
export const ASSIGN_MAX = 100

/** On what an approval rests: by which way it was given, and how many of its items someone had reviewed. */
export const ApprovalBasis = z.object({
  way: z.enum(['decision', 'status_call', 'override']),
  reviewed: z.number(),
  total: z.number(),
})
export type ApprovalBasis = z.infer<typeof ApprovalBasis>

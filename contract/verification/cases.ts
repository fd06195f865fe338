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

/** `kyc_status` and `cdd_status` on the wire (choices §3.1). */
export const KycStatus = z.enum(['pending', 'submitted', 'under_review', 'approved', 'rejected'])
export type KycStatus = z.infer<typeof KycStatus>

/** `verification_status` on the wire: like `kyc_status`, but approved is called verified (choices §3.1). */
export const VerificationStatus = z.enum(['pending', 'submitted', 'under_review', 'verified', 'rejected'])
export type VerificationStatus = z.infer<typeof VerificationStatus>

/** Statuses that the admin's status call may set, from any state (cases, The status call). */
export const AdminStatus = z.enum(['pending', 'submitted', 'approved', 'rejected'])
export type AdminStatus = z.infer<typeof AdminStatus>

/**
 * The groups of data and document slots that a reviewer decides on one by one; owners and representatives have their
 * ids.
 */
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
  // The OpenAPI document cannot derive a type from a custom schema.
  .meta({ type: 'string', pattern: `^(${FIXED_ITEM_KEYS.join('|')})$|${PERSON_ITEM.source}` })

export const ItemDecision = z.enum(['pending', 'accepted', 'retry', 'final'])
export type ItemDecision = z.infer<typeof ItemDecision>

/** What a reviewer still has to do before accepting an item: read its document, know its date, decide on a match. */
export const AcceptanceGapKind = z.enum([
  'not_claimed',
  'not_opened',
  'too_small',
  'date_unknown',
  'open_match',
  'proposed_match',
  'confirmed_match',
])
export type AcceptanceGapKind = z.infer<typeof AcceptanceGapKind>

export const RetryReason = z.enum(RETRY_REASONS)
export type RetryReason = z.infer<typeof RetryReason>

export const FinalReason = z.enum(FINAL_REASONS)
export type FinalReason = z.infer<typeof FinalReason>

export const ReasonCode = z.enum([...RETRY_REASONS, ...FINAL_REASONS])
export type ReasonCode = z.infer<typeof ReasonCode>

/** The reason recorded for a rejection by the status call that gives none (cases, The status call). */
export const GENERAL_REASON = 'POLICY' satisfies FinalReason

/** Submissions after which only staff can reopen the case (cases, A returned case). */
export const MAX_ROUNDS = 5
/** Hours before its due time from which a case is due soon (cases, The promise). */
export const DUE_SOON_HOURS = 12
/** Minutes for which a skipped case is offered only to others. */
export const SKIP_MINUTES = 60
/** Most cases that one call may assign. */
export const ASSIGN_MAX = 100

/** What an approval rests on: how it was given, and how many of its items had been reviewed. */
export const ApprovalBasis = z.object({
  way: z.enum(['decision', 'status_call', 'override']),
  reviewed: z.number(),
  total: z.number(),
})
export type ApprovalBasis = z.infer<typeof ApprovalBasis>

/** What an override set aside, and whose decision that was. */
export const OverrideRecord = z.object({
  setAside: z.array(z.string()),
  askedBy: z.string(),
  /** Null if it took no second person. */
  confirmedBy: z.string().nullable(),
})
export type OverrideRecord = z.infer<typeof OverrideRecord>

/** An approval as the record of it says: also who overrode which rules, if anyone did. */
export const ApprovalRecord = ApprovalBasis.extend({ override: OverrideRecord.optional() })
export type ApprovalRecord = z.infer<typeof ApprovalRecord>

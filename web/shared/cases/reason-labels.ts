import type { ReviewCase } from '#contract/review/admin-cases.ts'
import type { FinalReason, ReasonCode, RetryReason } from '#contract/verification/cases.ts'
import { FINAL_REASONS, RETRY_REASONS } from '#contract/verification/reason-codes.ts'
import { reasonLabel } from '#domain/cases/decision-reasons.ts'

/** Of the possible reasons, those that send an item back. */
export function retryReasons(codes: readonly ReasonCode[]): RetryReason[] {
  return RETRY_REASONS.filter((code) => codes.includes(code))
}

/** Of the possible reasons, those that end a case. */
export function finalReasons(codes: readonly ReasonCode[]): FinalReason[] {
  return FINAL_REASONS.filter((code) => codes.includes(code))
}

/** An event's reasons, followed by the actor's note. */
export function eventNote({ reasons, note }: Pick<ReviewCase['events'][number], 'reasons' | 'note'>) {
  return [reasons.map(reasonLabel).join(', '), note].filter(Boolean).join('. ') || null
}

import type { ReviewCase } from '#contract/review/admin-cases.ts'
import type { FinalReason, ReasonCode, RetryReason } from '#contract/verification/cases.ts'
import { FINAL_REASONS, RETRY_REASONS } from '#contract/verification/reason-codes.ts'
import { FINAL_LABELS } from '#domain/cases/decision-reasons.ts'
import { RETRY_TEXTS } from '#domain/cases/retry-texts.ts'

/** What a reviewer reads for a reason; a word that is no code is shown as it arrives. */
export function reasonLabel(code: string): string {
  const retry = RETRY_REASONS.find((reason) => reason === code)
  if (retry) return RETRY_TEXTS[retry].label
  const final = FINAL_REASONS.find((reason) => reason === code)
  return final ? FINAL_LABELS[final] : code
}

/** The reasons that send an item back, of those possible. */
export function retryReasons(codes: readonly ReasonCode[]): RetryReason[] {
  return RETRY_REASONS.filter((code) => codes.includes(code))
}

/** The reasons that end a case, of those possible. */
export function finalReasons(codes: readonly ReasonCode[]): FinalReason[] {
  return FINAL_REASONS.filter((code) => codes.includes(code))
}

/** What was said with an event: its reasons, then the note of who did it. */
export function eventNote({ reasons, note }: Pick<ReviewCase['events'][number], 'reasons' | 'note'>) {
  return [reasons.map(reasonLabel).join(', '), note].filter(Boolean).join('. ') || null
}

import type { CaseKind } from '#contract/verification/cases.ts'

/** The names of a user's two statuses. */
export const STATUS_NAMES: Readonly<Record<CaseKind, string>> = {
  consumer: 'KYC status',
  business: 'Business status',
}

import type { ReviewItem } from '#contract/review/admin-cases.ts'

/** A file of a case as the reviewer is told of it. */
export type CaseDocument = NonNullable<ReviewItem['document']>

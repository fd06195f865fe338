import type { DateStyle } from '#contract/date-style.ts'
import {
  ADDRESS_PROOF_MAX_MONTHS,
  CONSUMER_SLOTS,
  type ConsumerSlot,
  type DocType,
  type DocumentSlot,
  documentType,
  SLOT_LABELS,
  slotsOf,
} from '#contract/documents/documents.ts'
import { ID_REMINDER_DAYS } from '#contract/verification/case-limits.ts'
import type { IdReminderDay } from '#contract/verification/verification.ts'
import { dayText } from '#domain/date-text.ts'
import { addMonths, daysBetween, londonDate, type PlainDate } from '#domain/plain-date.ts'

/** The current file of a slot, as far as the rules need it. */
export interface HeldDocument {
  slot: DocumentSlot
  sha256: string
  /** Entered by the person if known, confirmed by the reviewer (choices §3.2). */
  issuedOn: PlainDate | null
  expiresOn: PlainDate | null
  /** A reviewer has established that none is printed. */
  noIssueDate?: boolean
  noExpiryDate?: boolean
  /** When it was submitted, if not together with the case. */
  handedInAt?: Date | undefined
}

/** What prevents a case's approval. */
export type Obstacle =
  | { kind: 'missing'; slot: DocumentSlot }
  | { kind: 'expired'; slot: DocumentSlot; expiresOn: PlainDate }
  | { kind: 'expires_before_issue'; slot: DocumentSlot; issuedOn: PlainDate; expiresOn: PlainDate }
  | { kind: 'too_old'; slot: DocumentSlot; issuedOn: PlainDate }
  | { kind: 'future_date'; slot: DocumentSlot; issuedOn: PlainDate }
  | { kind: 'risk_disclosure' }
  /** An answer that today's rules would not accept. */
  | { kind: 'incomplete'; message: string }

export interface ApprovalFacts {
  docType: DocType | null
  documents: readonly HeldDocument[]
  submittedAt: Date | null
  riskDisclosureRecorded: boolean
}

/**
 * Returns the slots a consumer must fill: only the front for a passport (onboarding §5.2), both sides if the type is
 * unknown.
 */
export function requiredSlots(docType: DocType | null): readonly ConsumerSlot[] {
  return CONSUMER_SLOTS.filter((slot) => {
    const { needed } = documentType(slot)
    return needed === 'always' || docType === null || needed.includes(docType)
  })
}

/** Returns the slots whose documents count for a consumer: required and optional ones. */
export function countedSlots(docType: DocType | null): readonly DocumentSlot[] {
  const required: readonly DocumentSlot[] = requiredSlots(docType)
  return slotsOf('consumer').filter((slot) => required.includes(slot) || isOptionalSlot(slot))
}

/** Whether a slot is optional for everyone. */
export function isOptionalSlot(slot: DocumentSlot): boolean {
  return documentType(slot).needed === 'optional'
}

/** Whether a document proves an address, so that its age is limited. */
export function isAddressProof(slot: DocumentSlot): boolean {
  return documentType(slot).group === 'proof'
}

/** Whether a slot is a side of the ID document, which comes in several kinds. */
export function isIdSide(slot: DocumentSlot): slot is 'id-front' | 'id-back' {
  return documentType(slot).group === 'id'
}

/** Returns the required slots without a file, in the order of the form. */
export function missingSlots(
  docType: DocType | null,
  held: readonly { slot: DocumentSlot }[],
): ConsumerSlot[] {
  return requiredSlots(docType).filter((slot) => !held.some((document) => document.slot === slot))
}

/**
 * Returns the slot that already holds the same bytes, or null: a licence cannot serve twice, nor one side as both
 * (law §2.2).
 */
export function slotWithSameFile(
  file: { slot: DocumentSlot; sha256: string },
  held: readonly { slot: DocumentSlot; sha256: string }[],
): DocumentSlot | null {
  return held.find((other) => other.slot !== file.slot && other.sha256 === file.sha256)?.slot ?? null
}

/** Whether a document has expired on a day: it is still valid on its last day. */
export function isExpiredOn(expiresOn: PlainDate, day: PlainDate): boolean {
  return expiresOn < day
}

/**
 * Returns a verdict on the age of a proof of address on the day of submission: up to three calendar months,
 * inclusive, never in the future.
 */
export function addressProofAge(
  issuedOn: PlainDate,
  submittedOn: PlainDate,
): 'good' | 'too_old' | 'future_date' {
  if (issuedOn > submittedOn) return 'future_date'
  return issuedOn < addMonths(submittedOn, -ADDRESS_PROOF_MAX_MONTHS) ? 'too_old' : 'good'
}

/**
 * Returns everything that blocks an approval now (choices §3.2). Expiry is checked on the day of the decision, the
 * age of a proof of address on the day of submission, both in London. A date that no one has entered blocks nothing.
 */
export function approvalObstacles(facts: ApprovalFacts, now: Date): Obstacle[] {
  const counted = countedSlots(facts.docType)
  const documents = facts.documents.filter(({ slot }) => counted.includes(slot))
  const submittedOn = londonDate(facts.submittedAt ?? now)
  const obstacles: Obstacle[] = missingSlots(facts.docType, documents).map((slot) => ({
    kind: 'missing',
    slot,
  }))
  for (const document of documents) {
    const handedInOn = document.handedInAt ? londonDate(document.handedInAt) : submittedOn
    obstacles.push(...dateObstacles(document, londonDate(now), handedInOn))
  }
  if (!facts.riskDisclosureRecorded) obstacles.push({ kind: 'risk_disclosure' })
  return obstacles
}

/** Whether a document can be submitted on the day of `now`: not expired, not too old, not dated in the future. */
export function isStillValid(document: HeldDocument, now: Date): boolean {
  return dateObstacles(document, londonDate(now), londonDate(now)).length === 0
}

/**
 * The same for a company: its answers are valid, its additional document is in date, the risk disclosure is recorded.
 */
export function businessObstacles(
  facts: Pick<ApprovalFacts, 'documents' | 'riskDisclosureRecorded'> & { problems: readonly string[] },
  now: Date,
): Obstacle[] {
  const today = londonDate(now)
  const obstacles: Obstacle[] = facts.problems.map((message) => ({ kind: 'incomplete', message }))
  for (const document of facts.documents) obstacles.push(...dateObstacles(document, today, today))
  if (!facts.riskDisclosureRecorded) obstacles.push({ kind: 'risk_disclosure' })
  return obstacles
}

/** Returns a sentence about an obstacle, with days in the deployment’s style. */
export function obstacleText(obstacle: Obstacle, dateStyle: DateStyle): string {
  switch (obstacle.kind) {
    case 'missing':
      return `${SLOT_LABELS[obstacle.slot]} is missing.`
    case 'expired':
      return `${SLOT_LABELS[obstacle.slot]} expired on ${dayText(obstacle.expiresOn, dateStyle)}.`
    case 'expires_before_issue':
      return `${SLOT_LABELS[obstacle.slot]} is dated ${dayText(obstacle.issuedOn, dateStyle)} and expires before that, on ${dayText(obstacle.expiresOn, dateStyle)}.`
    case 'too_old':
      return `${SLOT_LABELS[obstacle.slot]} is dated ${dayText(obstacle.issuedOn, dateStyle)}, more than ${ADDRESS_PROOF_MAX_MONTHS} months before the submission.`
    case 'future_date':
      return `${SLOT_LABELS[obstacle.slot]} is dated ${dayText(obstacle.issuedOn, dateStyle)}, ${isAddressProof(obstacle.slot) ? 'after the submission' : 'in the future'}.`
    case 'risk_disclosure':
      return 'The risk disclosure isn’t recorded as accepted.'
    case 'incomplete':
      return `The company’s details are incomplete: ${obstacle.message}.`
    default:
      return obstacle satisfies never
  }
}

function dateObstacles(document: HeldDocument, today: PlainDate, submittedOn: PlainDate): Obstacle[] {
  const { slot, issuedOn, expiresOn } = document
  const found: Obstacle[] = []
  if (issuedOn && expiresOn && expiresOn < issuedOn)
    found.push({ kind: 'expires_before_issue', slot, issuedOn, expiresOn })
  else if (expiresOn && isExpiredOn(expiresOn, today)) found.push({ kind: 'expired', slot, expiresOn })
  if (isAddressProof(slot) && issuedOn) {
    const age = addressProofAge(issuedOn, submittedOn)
    if (age !== 'good') found.push({ kind: age, slot, issuedOn })
  } else if (issuedOn && issuedOn > today) found.push({ kind: 'future_date', slot, issuedOn })
  return found
}

/**
 * Returns what an expiring ID document requires on a London day: a reminder from the 60th, the 30th and the 7th day
 * before its last day, each sent once, and late if its day was missed; confirmation from the day after it (cases,
 * Before an ID expires).
 */
export function idExpiryStep(expiresOn: PlainDate, now: Date): IdReminderDay | 'expired' | null {
  const today = londonDate(now)
  if (isExpiredOn(expiresOn, today)) return 'expired'
  const left = daysBetween(today, expiresOn)
  return ID_REMINDER_DAYS.findLast((days) => left <= days) ?? null
}

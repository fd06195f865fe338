import { documentType, isDocumentSlot } from '#contract/documents/documents.ts'
import type { FinalReason, ItemKey, ReasonCode, RetryReason } from '#contract/verification/cases.ts'
import { FINAL_REASONS, RETRY_REASONS } from '#contract/verification/reason-codes.ts'
import { type ItemGroup, RETRY_TEXTS } from './retry-texts.ts'

/** Labels of the final reasons, for staff only. */
const FINAL_LABELS: Readonly<Record<FinalReason, string>> = {
  FORGERY: 'Forged or altered document',
  IDENTITY_THEFT: 'Identity of someone else',
  DUPLICATE_PERSON: 'Person already has an account',
  SANCTIONS: 'Sanctions',
  UNDER_AGE: 'Under age',
  PROHIBITED_REGION: 'Region we do not serve',
  POLICY: 'Policy',
}

/** A reason as reviewers read it; an unknown code is shown as received. */
export function reasonLabel(code: string): string {
  const retry = RETRY_REASONS.find((reason) => reason === code)
  if (retry) return RETRY_TEXTS[retry].label
  const final = FINAL_REASONS.find((reason) => reason === code)
  return final ? FINAL_LABELS[final] : code
}

/** The one text shown for every final reason; it never hints at the reason (cases, Reasons). */
export const FINAL_TEXT = {
  wrong: 'We can’t approve your application.',
  right: 'If you think this is wrong, you can complain and ask us to look at your application again.',
} as const

export interface ApplicantReason {
  wrong: string
  right: string
}

/**
 * Returns what the applicant is told for a reason on this item. `text` is the reviewer's own and replaces what is
 * wrong for OTHER.
 */
export function applicantReason(code: ReasonCode, item: ItemKey, text?: string | null): ApplicantReason {
  if (isFinalReason(code)) return FINAL_TEXT
  const said = RETRY_TEXTS[code]
  const group = itemGroup(item)
  const wrong = said.wrongFor?.[group] ?? said.wrong
  const right = said.rightFor?.[group] ?? said.right
  return code === 'OTHER' && text ? { wrong: text, right } : { wrong, right }
}

/** Whether a code ends the case. */
export function isFinalReason(code: ReasonCode): code is FinalReason {
  return FINAL_REASONS.some((reason) => reason === code)
}

/** Whether a reason fits an item; final reasons fit any. */
export function reasonFitsItem(code: ReasonCode, item: ItemKey): boolean {
  return (
    isFinalReason(code) || (RETRY_TEXTS[code].fits.includes(itemGroup(item)) && !isOfOtherSide(code, item))
  )
}

/** Returns the retry reasons that a reviewer may choose for an item, in the order of the list. */
export function retryReasonsFor(item: ItemKey): RetryReason[] {
  return RETRY_REASONS.filter((code) => reasonFitsItem(code, item))
}

/** Returns the group an item belongs to. */
export function itemGroup(item: ItemKey): ItemGroup {
  if (item.startsWith('owner:')) return 'owner'
  if (item.startsWith('representative:')) return 'representative'
  if (isDocumentSlot(item)) return documentType(item).group
  switch (item) {
    case 'name':
    case 'birth_date':
    case 'address':
    case 'registration':
    case 'settlement':
      return item
    default:
      return 'other'
  }
}

/** "Front is missing" does not fit the back, and vice versa. */
function isOfOtherSide(code: ReasonCode, item: ItemKey): boolean {
  return (
    (code === 'ID_FRONT_MISSING' && item === 'id-back') || (code === 'ID_BACK_MISSING' && item === 'id-front')
  )
}

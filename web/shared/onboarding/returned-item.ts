import type { z } from 'zod'
import type { ApplicantItem } from '#contract/onboarding/onboarding.ts'

/** The reviewer's note on a returned item, or null if the reasons' sentences already contain it. */
export function reviewersText({
  text,
  reasons,
}: Pick<z.infer<typeof ApplicantItem>, 'text' | 'reasons'>): string | null {
  if (!text || reasons.some(({ wrong, remedy }) => wrong.includes(text) || remedy.includes(text))) return null
  return text
}

/** The reviewers' decisions on a case's items, in the form the rules take. */
export function decidedItems(items: readonly z.infer<typeof ApplicantItem>[]) {
  return items.map(({ item, decision, reasons }) => ({
    key: item,
    decision,
    reasons: reasons.map(({ code }) => code),
  }))
}

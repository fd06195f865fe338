import type { z } from 'zod'
import type { ApplicantItem } from '#contract/onboarding/onboarding.ts'

/** The reviewer's own words about an item that was returned, or null where they stand in a reason's sentences already. */
export function reviewersText({
  text,
  reasons,
}: Pick<z.infer<typeof ApplicantItem>, 'text' | 'reasons'>): string | null {
  if (!text || reasons.some(({ wrong, remedy }) => wrong.includes(text) || remedy.includes(text))) return null
  return text
}

/** What reviewers decided on the items of a case, as the rules read it. */
export function decidedItems(items: readonly z.infer<typeof ApplicantItem>[]) {
  return items.map(({ item, decision, reasons }) => ({
    key: item,
    decision,
    reasons: reasons.map(({ code }) => code),
  }))
}

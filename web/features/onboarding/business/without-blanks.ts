import type { BusinessDraft } from '#contract/onboarding/business.ts'
import { isBlank } from '#domain/business/business-fields.ts'

/** Only what was answered: no empty text, no null, no one with nothing in any field. */
export function withoutBlanks(group: object): BusinessDraft {
  const kept = Object.entries(group)
    .filter(([, value]) => !isBlank(value))
    .map(([name, value]) => [name, isGroup(value) ? withoutBlanks(value) : value])
  return Object.fromEntries(kept)
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

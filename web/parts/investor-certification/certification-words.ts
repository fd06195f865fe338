import type { Certification } from '#contract/certifications.ts'
import { RISK_DISCLOSURE, USER_TYPE_SELECTION } from '#contract/certifications.ts'
import { INVESTOR_CERTIFICATION_TYPE } from '#contract/investor-rules.ts'
import { CATEGORY_NAMES } from '#domain/investors/answers-text.ts'

type Named = Pick<Certification, 'certification_name' | 'certification_type' | 'investor_category'>

/** What a certification is called in the history; an unlisted one by its own name. */
export function certificationName(one: Named): string {
  if (one.investor_category) return CATEGORY_NAMES[one.investor_category]
  if (one.certification_name === RISK_DISCLOSURE.name || one.certification_name === RISK_DISCLOSURE.alias)
    return 'Risk disclosure'
  if (one.certification_name === USER_TYPE_SELECTION) return 'User type selection'
  return one.certification_name
}

/** The kind of a certification in words. */
export function certificationType(one: Named): string {
  switch (one.certification_type) {
    case INVESTOR_CERTIFICATION_TYPE:
      return 'Investor category'
    case RISK_DISCLOSURE.type:
      return 'Disclosure'
    case USER_TYPE_SELECTION:
      return 'Classification'
    default:
      return one.certification_type
  }
}

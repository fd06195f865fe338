import type { Certification } from '#contract/certifications/certifications.ts'
import { RISK_DISCLOSURE, USER_TYPE_SELECTION } from '#contract/certifications/certifications.ts'
import { INVESTOR_CERTIFICATION_TYPE } from '#contract/certifications/investor-rules.ts'
import { CATEGORY_NAMES } from '#domain/investors/answers-text.ts'

type Named = Pick<Certification, 'certification_name' | 'certification_type' | 'investor_category'>

/** What a certification is called in the history; an unlisted one by its own name. */
export function certificationName(certification: Named): string {
  if (certification.investor_category) return CATEGORY_NAMES[certification.investor_category]
  if (
    certification.certification_name === RISK_DISCLOSURE.name ||
    certification.certification_name === RISK_DISCLOSURE.alias
  )
    return 'Risk disclosure'
  if (certification.certification_name === USER_TYPE_SELECTION) return 'User type selection'
  return certification.certification_name
}

/** The kind of a certification in words. */
export function certificationType(certification: Named): string {
  switch (certification.certification_type) {
    case INVESTOR_CERTIFICATION_TYPE:
      return 'Investor category'
    case RISK_DISCLOSURE.type:
      return 'Disclosure'
    case USER_TYPE_SELECTION:
      return 'Classification'
    default:
      return certification.certification_type
  }
}

import { SLOT_LABELS } from '#contract/documents/documents.ts'
import type { ItemKey } from '#contract/verification/cases.ts'
import { businessProblems } from '#domain/business/business-check.ts'
import type { FieldProblems } from '#domain/business/business-fields.ts'
import { businessParts } from '#domain/business/business-parts.ts'
import { type IdentifiedAnswers, ownerIdProblems } from '#domain/business/owner-ids.ts'
import { lockedChanges } from '#domain/business/returned-business.ts'
import type { CaseRecord } from '#domain/cases/case.ts'
import { isEditable } from '#domain/cases/case-submission.ts'
import { dateProblem } from '#domain/cases/document-problems.ts'
import { FLAGS_DISAGREE, flagsMatchType } from '#domain/onboarding/user-type.ts'
import { londonDate } from '#domain/plain-date.ts'
import type { StoredBusiness } from '#server/model/cases/business-profiles.ts'
import { givenDocument } from '#server/model/cases/documents.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { SubmissionFacts } from './submission.ts'

/** Both declarations of the review (onboarding §5). */
export interface Declarations {
  accurate: boolean
  authorised: boolean
}

interface BusinessFacts extends SubmissionFacts<StoredBusiness> {
  declarations: Declarations
}

/**
 * Checks what shape alone cannot tell: numbers by their country, ownership, groups of fields, flags beside the user type,
 * the recorded risk disclosure, both declarations; and in a returned case that what was accepted is as it was. Throws VALIDATION_ERROR or
 * INVALID_STATE naming every field at once.
 */
export function checkBusiness(answers: IdentifiedAnswers, facts: BusinessFacts): void {
  const { stored, former, flags, declarations, riskDisclosureAccepted } = facts
  const additional = facts.documents.find(({ slot }) => slot === 'other')
  const ruledOut = additional && dateProblem('other', givenDocument(additional), londonDate(facts.at))
  refuse('VALIDATION_ERROR', {
    ...businessProblems(answers, { today: londonDate(facts.at), mayOmit: isOutOfReach(stored.record) }),
    ...ownerIdProblems(answers.beneficialOwners),
    ...(ruledOut && { other: `${SLOT_LABELS.other}: ${ruledOut.message}` }),
    ...(!flagsMatchType(answers.userType, flags) && { userType: FLAGS_DISAGREE }),
    ...(!riskDisclosureAccepted && { riskDisclosureAccepted: 'Read and accept the risk disclosure' }),
    ...(!declarations.accurate && {
      'declarations.accurate': 'Confirm that the information is true and complete',
    }),
    ...(!declarations.authorised && {
      'declarations.authorised': 'Confirm that you are authorised to act for the company',
    }),
  })
  const before = former ? businessParts(former.answers) : []
  refuse('INVALID_STATE', lockedChanges(stored.record, before, businessParts(answers)))
}

/** In a returned case, what was accepted can't be changed, so that what it doesn't have can't be asked for either. */
function isOutOfReach(record: CaseRecord): (key: ItemKey) => boolean {
  return (key) => {
    const item = record.items.find((item) => item.key === key)
    return record.state === 'needs_resubmission' && item !== undefined && !isEditable(record, item)
  }
}

function refuse(code: 'VALIDATION_ERROR' | 'INVALID_STATE', fields: FieldProblems): void {
  const [first] = Object.values(fields)
  if (first) throw new AppError(code, first, { fields })
}

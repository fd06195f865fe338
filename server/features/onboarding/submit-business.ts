import { and, eq, isNull, or } from 'drizzle-orm'
import { SLOT_LABELS } from '#contract/documents/documents.ts'
import type { BusinessAnswers } from '#contract/onboarding/business.ts'
import type { ItemKey } from '#contract/verification/cases.ts'
import { businessProblems, normalAnswers } from '#domain/business/business-check.ts'
import type { FieldProblems } from '#domain/business/business-fields.ts'
import { businessParts } from '#domain/business/business-parts.ts'
import { type IdentifiedAnswers, ownerIdProblems, withOwnerIds } from '#domain/business/owner-ids.ts'
import { lockedChanges } from '#domain/business/returned-business.ts'
import type { Case } from '#domain/cases/case.ts'
import { isEditable } from '#domain/cases/case-submission.ts'
import { dateProblem } from '#domain/cases/document-problems.ts'
import { FLAGS_DISAGREE, flagsMatchType } from '#domain/onboarding/user-type.ts'
import { londonDate } from '#domain/plain-date.ts'
import { findBusiness, type StoredBusiness, saveBusiness } from '#server/model/cases/business-profiles.ts'
import { givenDocument } from '#server/model/cases/documents.ts'
import { companyEvidence } from '#server/model/cases/evidence.ts'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'
import { type Submission, type SubmissionFacts, type Submitted, submitForm } from './submission.ts'

export interface BusinessToSubmit extends Submission {
  answers: BusinessAnswers
  declarations: Declarations
}

/** Submits the verification of a person's company. Throws what `checkBusiness` and the case refuse. */
export function submitBusiness(
  services: Services,
  { answers, declarations, ...submission }: BusinessToSubmit,
): Promise<Submitted<StoredBusiness>> {
  return submitForm(services, submission, {
    kind: 'business',
    find: findBusiness,
    answers: (former) => withOwnerIds(normalAnswers(answers), former?.answers.beneficialOwners ?? []),
    check: (read, facts) => checkBusiness(read, { ...facts, declarations }),
    evidence: companyEvidence,
    save: saveCompany,
  })
}

async function saveCompany(
  tx: Db,
  place: { userId: number; caseId: number; at: Date },
  answers: IdentifiedAnswers,
): Promise<StoredBusiness> {
  const former = await findBusiness(tx, place.userId)
  const saved = await saveBusiness(tx, place, answers)
  // A corrected name replaces one that came from here; one typed in the account stays.
  const isTheirs = former
    ? or(isNull(users.company), eq(users.company, former.answers.legalName))
    : isNull(users.company)
  await tx
    .update(users)
    .set({ company: answers.legalName })
    .where(and(eq(users.id, place.userId), isTheirs))
  return saved
}

/** Both declarations of the review (onboarding §5.8). */
interface Declarations {
  accurate: boolean
  authorised: boolean
}

interface BusinessFacts extends SubmissionFacts<StoredBusiness> {
  declarations: Declarations
}

/**
 * Checks what the schema can't: numbers by their country, ownership, groups of fields, flags against the user
 * type, the recorded risk disclosure, both declarations; and in a returned case that accepted items are
 * unchanged. Throws VALIDATION_ERROR or INVALID_STATE naming every field at once.
 */
function checkBusiness(answers: IdentifiedAnswers, facts: BusinessFacts): void {
  const { stored, former, flags, declarations, riskDisclosureAccepted } = facts
  const additional = facts.documents.find(({ slot }) => slot === 'other')
  const ruledOut = additional && dateProblem('other', givenDocument(additional), londonDate(facts.at))
  refuse('VALIDATION_ERROR', {
    ...businessProblems(answers, { today: londonDate(facts.at), mayOmit: isOutOfReach(stored.current) }),
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
  refuse('INVALID_STATE', lockedChanges(stored.current, before, businessParts(answers)))
}

/** In a returned case, accepted items can't be changed, so nothing missing in them may be demanded. */
function isOutOfReach(current: Case): (key: ItemKey) => boolean {
  return (key) => {
    const item = current.items.find((item) => item.key === key)
    return current.state === 'needs_resubmission' && item !== undefined && !isEditable(current, item)
  }
}

function refuse(code: 'VALIDATION_ERROR' | 'INVALID_STATE', fields: FieldProblems): void {
  const [first] = Object.values(fields)
  if (first) throw new AppError(code, first, { fields })
}

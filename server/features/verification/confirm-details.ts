import { eq } from 'drizzle-orm'
import type { DateStyle } from '#contract/date-style.ts'
import { DOC_TYPE_LABELS, type DocType, SLOT_NOUNS } from '#contract/documents/documents.ts'
import { GivenAnswers } from '#contract/onboarding/onboarding.ts'
import type { CaseState } from '#contract/verification/cases.ts'
import { type ApprovalFacts, approvalObstacles, obstacleText } from '#domain/cases/document-requirements.ts'
import { idRenewal, type RenewedId } from '#domain/cases/renewed-id.ts'
import { londonDate } from '#domain/plain-date.ts'
import { sendCaseNotice } from '#server/model/cases/case-notices.ts'
import { casePolicyOf } from '#server/model/cases/case-policy.ts'
import { lockCase, moveCase } from '#server/model/cases/cases.ts'
import { currentDocuments, givenDocument } from '#server/model/cases/documents.ts'
import { fingerprint, personEvidence } from '#server/model/cases/evidence.ts'
import { findKycProfile } from '#server/model/cases/kyc-profiles.ts'
import { handedInDocuments, submissionToStore } from '#server/model/cases/submission-snapshots.ts'
import {
  currentCertifications,
  hasAcceptedRiskDisclosure,
} from '#server/model/certifications/certifications.ts'
import { lockUser } from '#server/model/people/user-type.ts'
import { caseSubmissions, kycProfiles } from '#server/model/schema/cases.ts'
import type { DocumentRow } from '#server/model/schema/documents.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'

/**
 * Accepts a person's statement that their verified details are still right (cases, Confirmation). If nothing
 * changed the case is approved as before; a replaced document goes to a reviewer, everything else stays as it
 * is. `chosen` is the kind of ID, as before unless given. Throws INVALID_STATE if no one asked, or while a document is
 * missing, of another kind, or has expired.
 */
export async function confirmDetails(
  services: Services,
  userId: number,
  chosen: DocType | undefined,
  origin: Origin,
): Promise<CaseState> {
  const at = services.now()
  return services.database.transaction(async (tx) => {
    const stored = await lockCase(tx, userId, 'consumer')
    const user = await lockUser(tx, userId)
    const profile = await findKycProfile(tx, userId)
    if (!profile || stored?.current.state !== 'reverification_due')
      throw new AppError('INVALID_STATE', 'There’s nothing to confirm.')
    const former = GivenAnswers.parse(profile)
    const answers = { ...former, docType: chosen ?? former.docType }
    const documents = await currentDocuments(tx, userId, 'consumer')
    const id = { chosen: answers.docType, approved: { docType: former.docType, at: stored.decidedAt } }
    const facts = {
      docType: answers.docType,
      documents: await handedInDocuments(tx, stored, documents),
      submittedAt: stored.current.submittedAt,
      riskDisclosureRecorded: hasAcceptedRiskDisclosure(await currentCertifications(tx, userId)),
    }
    const problem = documentProblem(id, { documents, facts }, at, services.config.dateStyle)
    if (problem) throw new AppError('INVALID_STATE', problem)

    const actor = { kind: 'user', id: userId } as const
    const isUnchanged = stored.current.items.every(({ isFinal }) => isFinal)
    const command = isUnchanged
      ? ({ type: 'confirm_unchanged', actor, obstacles: [] } as const)
      : ({ type: 'submit', actor, evidence: personEvidence(answers, documents), obstacles: [] } as const)
    const moved = await moveCase(tx, stored, command, casePolicyOf(services.config), at, origin)
    if (!isUnchanged) {
      const files = documents.map(({ id, slot, sha256 }) => ({ id, slot, sha256 }))
      const submission = { caseId: stored.id, round: moved.current.round }
      await tx.insert(caseSubmissions).values({
        ...submission,
        ...(await submissionToStore(tx, submission, {
          answers: { ...answers, userType: user.userType ?? user.pendingUserType },
          documents: files,
          payloadHash: fingerprint({ answers, files }),
        })),
        submittedAt: at,
      })
      if (answers.docType !== former.docType)
        await tx
          .update(kycProfiles)
          .set({ docType: answers.docType, updatedAt: at })
          .where(eq(kycProfiles.userId, userId))
      await services.jobs.enqueue(tx, 'screen-case', { caseId: stored.id })
    }
    await sendCaseNotice(services, tx, { before: stored, after: moved, isConfirmation: isUnchanged })
    return moved.current.state
  })
}

/** Returns why the documents can't be confirmed as they are, or null. */
function documentProblem(
  { chosen, approved }: { chosen: DocType; approved: RenewedId['approved'] },
  { documents, facts }: { documents: readonly DocumentRow[]; facts: ApprovalFacts },
  at: Date,
  dateStyle: DateStyle,
): string | null {
  const { left } = idRenewal(chosen, { approved, files: documents.map(givenDocument) }, londonDate(at))
  const sides = left.map((side) => SLOT_NOUNS[side]).join(' and ')
  const toGive = sides && `Upload the ${sides} of your new ${DOC_TYPE_LABELS[chosen].toLowerCase()} first.`
  const [obstacle] = approvalObstacles(facts, at)
  const toReplace = obstacle && `${obstacleText(obstacle, dateStyle)} Upload another document first.`
  // What is wrong with the former document is no news to someone who gives another kind.
  return (chosen === approved.docType ? toReplace || toGive : toGive || toReplace) || null
}

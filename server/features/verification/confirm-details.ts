import { GivenAnswers } from '#contract/onboarding/onboarding.ts'
import type { CaseState } from '#contract/verification/cases.ts'
import { approvalObstacles, obstacleText } from '#domain/cases/document-requirements.ts'
import { sendCaseNotice } from '#server/model/cases/case-notices.ts'
import { casePolicyOf } from '#server/model/cases/case-policy.ts'
import { lockCase, moveCase } from '#server/model/cases/cases.ts'
import { currentDocuments } from '#server/model/cases/documents.ts'
import { fingerprint, personEvidence } from '#server/model/cases/evidence.ts'
import { findKycProfile } from '#server/model/cases/kyc-profiles.ts'
import { handedInDocuments, submissionToStore } from '#server/model/cases/submission-snapshots.ts'
import {
  currentCertifications,
  hasAcceptedRiskDisclosure,
} from '#server/model/certifications/certifications.ts'
import { lockUser } from '#server/model/people/user-type.ts'
import { caseSubmissions } from '#server/model/schema/cases.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'

/**
 * Accepts a person's statement that their verified details are still right (cases, Confirmation). If nothing
 * changed the case is approved as before; a replaced document goes to a reviewer, everything else stays as it
 * is. Throws INVALID_STATE if no one asked, or while a document is missing or has expired.
 */
export async function confirmDetails(services: Services, userId: number, origin: Origin): Promise<CaseState> {
  const at = services.now()
  return services.database.transaction(async (tx) => {
    const stored = await lockCase(tx, userId, 'consumer')
    const user = await lockUser(tx, userId)
    const profile = await findKycProfile(tx, userId)
    if (!profile || stored?.current.state !== 'reverification_due')
      throw new AppError('INVALID_STATE', 'There’s nothing to confirm.')
    const answers = GivenAnswers.parse(profile)
    const documents = await currentDocuments(tx, userId, 'consumer')
    const [obstacle] = approvalObstacles(
      {
        docType: answers.docType,
        documents: await handedInDocuments(tx, stored, documents),
        submittedAt: stored.current.submittedAt,
        riskDisclosureRecorded: hasAcceptedRiskDisclosure(await currentCertifications(tx, userId)),
      },
      at,
    )
    if (obstacle)
      throw new AppError(
        'INVALID_STATE',
        `${obstacleText(obstacle, services.config.dateStyle)} Upload another document first.`,
      )

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
      await services.jobs.enqueue(tx, 'screen-case', { caseId: stored.id })
    }
    await sendCaseNotice(services, tx, { before: stored, after: moved, isConfirmation: isUnchanged })
    return moved.current.state
  })
}

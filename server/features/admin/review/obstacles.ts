import { DocType } from '#contract/documents.ts'
import { businessProblems } from '#domain/business/business-check.ts'
import {
  approvalObstacles,
  businessObstacles,
  type Obstacle,
  obstacleText,
} from '#domain/cases/document-requirements.ts'
import { screeningObstacles } from '#domain/screening/screening-standing.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/platform/database/database.ts'
import { findBusiness } from '#server/records/cases/business-profiles.ts'
import type { StoredCase } from '#server/records/cases/cases.ts'
import { currentDocuments } from '#server/records/cases/documents.ts'
import { handedInDocuments } from '#server/records/cases/handed-in.ts'
import { findKycProfile } from '#server/records/cases/kyc-profiles.ts'
import {
  currentCertifications,
  hasAcceptedRiskDisclosure,
} from '#server/records/certifications/certifications.ts'
import { isPersonReachable } from '#server/records/people/email-standing.ts'
import { screeningFacts } from '#server/records/screening/case-screenings.ts'

/** A decision that reaches no one, or someone else, is none: no override lifts it. */
const EMAIL_NOT_CONFIRMED = 'The applicant has not confirmed their email address.'

/** What stands in the way of an approval, in words; the firm ones no override lifts. */
export interface Obstacles {
  obstacles: readonly string[]
  firmObstacles: readonly string[]
}

/** What stands in the way of approving a case now (choices §3): its evidence, and the sanctions lists (law §3.3). */
export async function obstaclesOf(
  db: Db,
  stored: StoredCase,
  { sanctions, dateStyle }: Pick<Config, 'sanctions' | 'dateStyle'>,
  now: Date,
): Promise<Obstacles> {
  const evidence = await evidenceObstacles(db, stored, now)
  const firmObstacles = [
    ...((await isPersonReachable(db, stored.userId)) ? [] : [EMAIL_NOT_CONFIRMED]),
    ...screeningObstacles(await screeningFacts(db, stored, sanctions.maxAgeDays), now, dateStyle),
  ]
  return {
    obstacles: [...evidence.map((one) => obstacleText(one, dateStyle)), ...firmObstacles],
    firmObstacles,
  }
}

async function evidenceObstacles(db: Db, stored: StoredCase, now: Date): Promise<Obstacle[]> {
  const { userId, record } = stored
  // One after the other: inside a transaction there is one connection.
  const documents = await handedInDocuments(db, stored, await currentDocuments(db, userId, record.kind))
  const riskDisclosureRecorded = hasAcceptedRiskDisclosure(await currentCertifications(db, userId))
  if (record.kind === 'business') {
    const business = await findBusiness(db, userId)
    const problems = business ? Object.values(businessProblems(business.answers)) : ['Nothing was submitted']
    return businessObstacles({ problems, documents, riskDisclosureRecorded }, now)
  }
  const profile = await findKycProfile(db, userId)
  return approvalObstacles(
    {
      docType: profile ? DocType.parse(profile.docType) : null,
      documents,
      submittedAt: record.submittedAt,
      riskDisclosureRecorded,
    },
    now,
  )
}

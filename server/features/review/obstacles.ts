import { DocType, DocumentSlot } from '#contract/documents/document-schemas.ts'
import { SLOT_LABELS } from '#contract/documents/documents.ts'
import { businessProblems } from '#domain/business/business-check.ts'
import type { AcceptanceGap } from '#domain/cases/case.ts'
import {
  approvalObstacles,
  businessObstacles,
  type Obstacle,
  obstacleText,
} from '#domain/cases/document-requirements.ts'
import { acceptanceGaps, reviewGaps } from '#domain/cases/item-review.ts'
import { dueScreening, matchObstacles, screeningObstacles } from '#domain/screening/screening-standing.ts'
import type { Config } from '#server/config.ts'
import { findBusiness } from '#server/model/cases/business-profiles.ts'
import type { StoredCase } from '#server/model/cases/cases.ts'
import { currentDocuments, heldDocuments, looksBy } from '#server/model/cases/documents.ts'
import { itemLabels } from '#server/model/cases/item-labels.ts'
import { findKycProfile } from '#server/model/cases/kyc-profiles.ts'
import { handedInDocuments } from '#server/model/cases/submission-snapshots.ts'
import {
  currentCertifications,
  hasAcceptedRiskDisclosure,
} from '#server/model/certifications/certifications.ts'
import { type DocumentFault, documentFaults } from '#server/model/documents/document-proof.ts'
import { readingBasis } from '#server/model/documents/document-readings.ts'
import { isPersonReachable } from '#server/model/people/unproven-email.ts'
import type { DocumentRow } from '#server/model/schema/documents.ts'
import { screeningFacts } from '#server/model/screening/case-screenings.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { FileVault } from '#server/platform/files/file-vault.ts'

/** A decision that reaches no one, or someone else, is none: no override removes this obstacle. */
const EMAIL_NOT_CONFIRMED = 'The applicant has not confirmed their email address.'

const NOT_AS_UPLOADED = 'the stored file isn’t the one that was uploaded.'

/** What prevents an approval, in words; no override removes the firm ones. */
export interface Obstacles {
  obstacles: readonly string[]
  firmObstacles: readonly string[]
  /** Obstacles that making the decision removes, because it screens first. */
  dueScreening: readonly string[]
  /** The documents among the firm obstacles, for the alert. */
  refused: readonly RefusedDocument[]
}

export interface RefusedDocument {
  row: DocumentRow
  fault: DocumentFault
}

/** What prevents approving a case now (choices §3): its evidence, and the sanctions lists (law §3.3). */
export async function obstaclesOf(
  db: Db,
  files: FileVault,
  stored: StoredCase,
  { sanctions, dateStyle }: Pick<Config, 'sanctions' | 'dateStyle'>,
  now: Date,
): Promise<Obstacles> {
  const evidence = await evidenceObstacles(db, stored, now)
  const refused = await refusedDocuments(db, files, stored)
  const screening = await screeningFacts(db, stored, sanctions)
  const firmObstacles = [
    ...refused.map(({ row }) => `${SLOT_LABELS[DocumentSlot.parse(row.slot)]}: ${NOT_AS_UPLOADED}`),
    ...((await isPersonReachable(db, stored.userId)) ? [] : [EMAIL_NOT_CONFIRMED]),
    ...screeningObstacles(screening, now, dateStyle),
  ]
  return {
    obstacles: [...evidence.map((obstacle) => obstacleText(obstacle, dateStyle)), ...firmObstacles],
    firmObstacles,
    dueScreening: dueScreening(screening),
    refused,
  }
}

/** A case's documents that aren't the ones its applicant uploaded: nothing is decided by those (security R47). */
async function refusedDocuments(db: Db, files: FileVault, stored: StoredCase): Promise<RefusedDocument[]> {
  const rows = await currentDocuments(db, stored.userId, stored.current.kind)
  const faults = await documentFaults(db, files, rows)
  return rows.flatMap((row) => {
    const fault = faults.get(row.id)
    return fault ? [{ row, fault }] : []
  })
}

async function evidenceObstacles(db: Db, stored: StoredCase, now: Date): Promise<Obstacle[]> {
  const { userId, current } = stored
  // One after the other: a transaction has one connection.
  const documents = await handedInDocuments(db, stored, await currentDocuments(db, userId, current.kind))
  const riskDisclosureRecorded = hasAcceptedRiskDisclosure(await currentCertifications(db, userId))
  if (current.kind === 'business') {
    const business = await findBusiness(db, userId)
    // For people submitted before their birth dates were asked for, a reviewer asks by returning that part.
    const problems = business
      ? Object.values(businessProblems(business.answers, { mayOmit: () => true }))
      : ['Nothing was submitted']
    return businessObstacles({ problems, documents, riskDisclosureRecorded }, now)
  }
  const profile = await findKycProfile(db, userId)
  return approvalObstacles(
    {
      docType: profile ? DocType.parse(profile.docType) : null,
      documents,
      submittedAt: current.submittedAt,
      riskDisclosureRecorded,
    },
    now,
  )
}

/** What this reviewer still has to do before they can accept each item of a case. */
export async function gapsFor(
  db: Db,
  stored: StoredCase,
  reviewerId: number,
  { sanctions }: Pick<Config, 'sanctions'>,
  now: Date,
): Promise<AcceptanceGap[]> {
  // One after the other: a transaction has one connection.
  const rows = await currentDocuments(db, stored.userId, stored.current.kind)
  const looks = await looksBy(db, reviewerId, rows)
  const { matches } = await screeningFacts(db, stored, sanctions)
  const documents = rows.flatMap((row) =>
    heldDocuments([row]).map((document) => ({ ...document, look: looks.get(row.id) ?? 'none' })),
  )
  const items = stored.current.items.map(({ key }) => key)
  const { userId, current } = stored
  // The same that opens the documents of a case opens its lines without one.
  const basis = await readingBasis(db, { readerId: reviewerId, userId, current, now })
  return acceptanceGaps(items, {
    isAtHand: basis !== undefined,
    documents,
    matches: matchObstacles(matches),
  })
}

/** What a review of the whole case is still missing, in words. */
export async function missingReview(
  db: Db,
  stored: StoredCase,
  reviewerId: number,
  config: Pick<Config, 'sanctions'>,
  now: Date,
): Promise<string[]> {
  const gaps = await gapsFor(db, stored, reviewerId, config, now)
  return reviewGaps(stored.current.items, gaps, await itemLabels(db, stored))
}

import { DocType, DocumentSlot } from '#contract/documents/document-schemas.ts'
import { SLOT_LABELS } from '#contract/documents/documents.ts'
import type { ApprovalObstacle } from '#contract/review/admin-cases.ts'
import type { ItemKey } from '#contract/verification/cases.ts'
import { businessProblems } from '#domain/business/business-check.ts'
import type { AcceptanceGap } from '#domain/cases/case.ts'
import {
  approvalObstacles,
  businessObstacles,
  type Obstacle,
  obstacleText,
} from '#domain/cases/document-requirements.ts'
import { acceptanceGaps, reviewGaps } from '#domain/cases/item-review.ts'
import { overruledItems, overruledText } from '#domain/cases/overruled-items.ts'
import {
  matchObstacles,
  type ScreeningFacts,
  screeningObstacles,
} from '#domain/screening/screening-standing.ts'
import type { Config } from '#server/config.ts'
import { findBusiness } from '#server/model/cases/business-profiles.ts'
import type { StoredCase } from '#server/model/cases/cases.ts'
import { comparedLooksBy, currentDocuments, heldDocuments } from '#server/model/cases/documents.ts'
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
import type { Db } from '#server/platform/database/database.ts'
import type { FileVault } from '#server/platform/files/file-vault.ts'

/** A decision that reaches no one, or someone else, is none: no override removes this obstacle. */
const EMAIL_NOT_CONFIRMED = 'The applicant has not confirmed their email address.'

const NOT_AS_UPLOADED = 'the stored file isn’t the one that was uploaded.'

/** What prevents an approval. Making the decision removes what is `due`, because it screens first. */
export type FoundObstacle = Omit<ApprovalObstacle, 'kind'> & { kind: ApprovalObstacle['kind'] | 'due' }

export interface Obstacles {
  obstacles: readonly FoundObstacle[]
  /** The documents among the firm obstacles, for the alert. */
  refused: readonly RefusedDocument[]
}

export interface RefusedDocument {
  row: DocumentRow
  fault: DocumentFault
}

/**
 * What prevents approving a case now (choices §3.2): its evidence, and the lists (screening, What stops an
 * approval), with the facts as its reader is told.
 */
export async function obstaclesOf(
  db: Db,
  files: FileVault,
  stored: StoredCase,
  screening: ScreeningFacts,
  { dateStyle }: Pick<Config, 'dateStyle'>,
  now: Date,
): Promise<Obstacles> {
  const evidence = await evidenceObstacles(db, stored, now)
  const refused = await refusedDocuments(db, files, stored)
  const isReachable = await isPersonReachable(db, stored.userId)
  const unreachable: FoundObstacle = { kind: 'firm', text: EMAIL_NOT_CONFIRMED, line: null }
  return {
    obstacles: [
      ...evidence.map((obstacle): FoundObstacle => {
        const line = 'slot' in obstacle ? obstacle.slot : null
        return { kind: 'waivable', text: obstacleText(obstacle, dateStyle), line }
      }),
      ...refused.map(({ row }): FoundObstacle => {
        const slot = DocumentSlot.parse(row.slot)
        return { kind: 'firm', text: `${SLOT_LABELS[slot]}: ${NOT_AS_UPLOADED}`, line: slot }
      }),
      ...(isReachable ? [] : [unreachable]),
      ...screeningObstacles(screening, now, dateStyle).map(({ kind, text }): FoundObstacle => {
        const isOwnKind = kind === 'due' || kind === 'open_match' || kind === 'proposed_match'
        return { kind: isOwnKind ? kind : 'firm', text, line: 'screening' }
      }),
    ],
    refused,
  }
}

/**
 * What else prevents an approval that isn't made item by item: what reviewers said against items, and if the
 * deployment requires a review, whatever that is missing. `gaps` is null if it doesn't.
 */
export function statusObstacles(
  { current }: Pick<StoredCase, 'current'>,
  gaps: readonly AcceptanceGap[] | null,
  labelOf: (item: ItemKey) => string,
): FoundObstacle[] {
  const overruled = overruledItems(current.items)
  const others = current.items.filter((item) => !overruled.includes(item))
  return [
    ...overruled.map((item): FoundObstacle => {
      return { kind: 'waivable', text: overruledText(item, labelOf(item.key)), line: item.key }
    }),
    ...(gaps ? reviewGaps(others, gaps, labelOf) : []).map((text): FoundObstacle => {
      return { kind: 'waivable', text, line: null }
    }),
  ]
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
    // What was not asked for when its people were submitted, such as birth dates, a reviewer asks by returning that
    // part. A settlement that is wrong never was right.
    const problems = business
      ? Object.values(businessProblems(business.answers, { mayOmit: (item) => item !== 'settlement' }))
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

/** What a reviewer has read of a case, and what they still have to do before they can accept each item. */
export async function reviewBy(
  db: Db,
  stored: StoredCase,
  reviewerId: number,
  { matches }: Pick<ScreeningFacts, 'matches'>,
  now: Date,
): Promise<{ read: readonly DocumentSlot[]; gaps: AcceptanceGap[] }> {
  // One after the other: a transaction has one connection.
  const rows = await currentDocuments(db, stored.userId, stored.current.kind)
  const looks = await comparedLooksBy(db, reviewerId, rows)
  const documents = rows.flatMap((row) =>
    heldDocuments([row]).map((document) => ({ ...document, look: looks.get(row.id) ?? 'none' })),
  )
  const items = stored.current.items.map(({ key }) => key)
  const { userId, current } = stored
  // The same that opens the documents of a case opens its lines without one.
  const basis = await readingBasis(db, { readerId: reviewerId, userId, current, now })
  return {
    read: documents.filter(({ look }) => look === 'read').map(({ slot }) => slot),
    gaps: acceptanceGaps(items, {
      isAtHand: basis !== undefined,
      documents,
      matches: matchObstacles(matches),
    }),
  }
}

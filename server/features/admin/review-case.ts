import { desc, eq } from 'drizzle-orm'
import type { ReviewCase, ReviewItem } from '#contract/admin-cases.ts'
import { FINAL_REASONS } from '#contract/cases.ts'
import { DOC_TYPE_LABELS, DocType } from '#contract/documents.ts'
import { ConsumerAnswers } from '#contract/onboarding.ts'
import type { CaseItem } from '#domain/case-record.ts'
import { wireStatuses } from '#domain/case-view.ts'
import { retryReasonsFor } from '#domain/decision-reasons.ts'
import { approvalObstacles, type Obstacle, obstacleText } from '#domain/document-requirements.ts'
import { reviewTiming } from '#domain/review-clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { caseSubmissions } from '#server/platform/database/schema/cases.ts'
import type { DocumentRow } from '#server/platform/database/schema/documents.ts'
import { type EventRow, events } from '#server/platform/database/schema/events.ts'
import { itemLabel } from '#server/records/case-notices.ts'
import type { StoredCase } from '#server/records/cases.ts'
import { currentCertifications, hasAcceptedRiskDisclosure } from '#server/records/certifications.ts'
import { allDocuments, currentDocuments, heldDocuments, presentDocument } from '#server/records/documents.ts'
import { findKycProfile } from '#server/records/kyc-profiles.ts'
import { eventTitle } from './event-titles.ts'
import { namesOf } from './names.ts'

const EVENTS_SHOWN = 500

/** What stands in the way of approving a case now (decisions §3). */
export async function obstaclesOf(db: Db, stored: StoredCase, now: Date): Promise<Obstacle[]> {
  // One after the other: inside a transaction there is one connection.
  const documents = await currentDocuments(db, stored.userId)
  const accepted = await currentCertifications(db, stored.userId)
  const profile = await findKycProfile(db, stored.userId)
  return approvalObstacles(
    {
      docType: profile ? DocType.parse(profile.docType) : null,
      documents: heldDocuments(documents),
      submittedAt: stored.record.submittedAt,
      riskDisclosureRecorded: hasAcceptedRiskDisclosure(accepted),
    },
    now,
  )
}

/** A case as its reviewer sees it: the latest word on each item, what changed since, and all that happened. */
export async function reviewCase(
  db: Db,
  stored: StoredCase,
  viewerId: number,
  now: Date,
): Promise<ReviewCase> {
  const { record } = stored
  const [documents, accepted, obstacles, rounds, decider] = await Promise.all([
    allDocuments(db, stored.userId),
    currentCertifications(db, stored.userId),
    obstaclesOf(db, stored, now),
    lastTwoRounds(db, stored.id),
    stored.decidedBy === null ? undefined : nameOf(db, stored.decidedBy),
  ])
  const timing = reviewTiming(record, now)
  return {
    id: stored.id,
    kind: record.kind,
    state: record.state,
    kyc_status: wireStatuses(record.state).kycStatus,
    version: record.version,
    round: record.round,
    submittedAt: record.submittedAt?.toISOString() ?? null,
    dueAt: record.dueAt?.toISOString() ?? null,
    dueState: timing.kind === 'not_running' ? null : timing.kind,
    decidedAt: stored.decidedAt?.toISOString() ?? null,
    decidedBy: decider ?? null,
    riskDisclosureAccepted: hasAcceptedRiskDisclosure(accepted),
    items: record.items.map((item) => reviewItem(item, documents, rounds)),
    missingEvidence: obstacles.map(obstacleText),
    mayDecide: stored.userId !== viewerId,
    events: await caseEvents(db, stored.id),
  }
}

/** The answers and files of a submission, by item, as text that can be compared. */
interface Round {
  texts: Record<string, string>
  hashes: Record<string, string>
}

async function lastTwoRounds(
  db: Db,
  caseId: number,
): Promise<{ now: Round | undefined; before: Round | undefined }> {
  const rows = await db
    .select({ snapshot: caseSubmissions.snapshot })
    .from(caseSubmissions)
    .where(eq(caseSubmissions.caseId, caseId))
    .orderBy(desc(caseSubmissions.round))
    .limit(2)
  const [now, before] = rows.map(({ snapshot }) =>
    roundOf(snapshot as { answers: unknown; documents: { slot: string; sha256: string }[] }),
  )
  return { now, before }
}

function roundOf(snapshot: { answers: unknown; documents: { slot: string; sha256: string }[] }): Round {
  const answers = ConsumerAnswers.parse(snapshot.answers)
  return {
    texts: {
      name: `${answers.firstName} ${answers.lastName}`,
      birth_date: answers.dob,
      address: answers.address,
      'id-front': DOC_TYPE_LABELS[answers.docType],
    },
    hashes: Object.fromEntries(snapshot.documents.map(({ slot, sha256 }) => [slot, sha256])),
  }
}

function reviewItem(
  item: CaseItem,
  documents: readonly DocumentRow[],
  rounds: { now: Round | undefined; before: Round | undefined },
): ReviewItem {
  const ofSlot = documents.filter(({ slot }) => slot === item.key)
  const current = ofSlot.find(({ supersededAt }) => supersededAt === null)
  const textNow = rounds.now?.texts[item.key]
  const textBefore = rounds.before?.texts[item.key]
  const fileChanged =
    rounds.before !== undefined && rounds.before.hashes[item.key] !== rounds.now?.hashes[item.key]
  return {
    item: item.key,
    label: itemLabel(item.key),
    decision: item.decision,
    reasons: [...item.reasons],
    applicantText: item.text,
    internalNote: item.note,
    decidedBy: null,
    decidedAt: null,
    possibleReasons: [...retryReasonsFor(item.key), ...FINAL_REASONS],
    changed: rounds.before !== undefined && (textBefore !== textNow || fileChanged),
    before: textBefore ?? null,
    after: textNow ?? null,
    document: current ? presentDocument(current) : null,
    formerDocuments: ofSlot.filter((row) => row !== current).map(presentDocument),
  }
}

async function caseEvents(db: Db, caseId: number): Promise<ReviewCase['events']> {
  const rows = await db
    .select()
    .from(events)
    .where(eq(events.caseId, caseId))
    .orderBy(desc(events.id))
    .limit(EVENTS_SHOWN)
  const personOf = currentIds(rows)
  const actors = await namesOf(db, [...new Set(rows.flatMap((row) => personOf(row) ?? []))])
  return withoutRepeats(rows.reverse()).map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    type: row.type,
    title: eventTitle(row),
    actor: actors.get(personOf(row) ?? 0) ?? (row.actorId === null ? 'System' : `User ${row.actorId}`),
    reasons: row.reasons ?? [],
    note: row.note,
  }))
}

/** Who acted, by the id they have now: a visitor's is gone since the application was claimed (decisions §2). */
function currentIds(rows: readonly EventRow[]): (row: EventRow) => number | null {
  const claims = rows.filter(({ type }) => type === 'application.claimed')
  const successors = new Map(
    claims.map(({ before, userId }) => [(before as { userId: number }).userId, userId]),
  )
  return ({ actorId }) => (actorId === null ? null : (successors.get(actorId) ?? actorId))
}

/** Somebody who opens a case ten times in a row is told once; the ledger keeps each. */
function withoutRepeats(rows: EventRow[]): EventRow[] {
  return rows.filter((row, index) => {
    const before = rows[index - 1]
    return row.type !== 'case.viewed' || before?.type !== row.type || before.actorId !== row.actorId
  })
}

async function nameOf(db: Db, id: number): Promise<string | undefined> {
  return (await namesOf(db, [id])).get(id)
}

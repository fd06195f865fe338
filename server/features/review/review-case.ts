import { eq } from 'drizzle-orm'
import type { ApprovalObstacle, ReviewCase, ReviewItem } from '#contract/review/admin-cases.ts'
import { CaseState } from '#contract/verification/cases.ts'
import { FINAL_REASONS } from '#contract/verification/reason-codes.ts'
import { approvalRecord, peopleOfApproval } from '#domain/cases/approval-record.ts'
import type { CaseItem } from '#domain/cases/case.ts'
import { lapsedClaim } from '#domain/cases/case-claims.ts'
import { decisionsTold, wireStatuses } from '#domain/cases/case-view.ts'
import { retryReasonsFor } from '#domain/cases/decision-reasons.ts'
import { documentNotices } from '#domain/cases/document-problems.ts'
import { isReviewed, judgedBy } from '#domain/cases/item-review.ts'
import { reviewTiming } from '#domain/cases/review-clock.ts'
import { capabilityToConfirm } from '#domain/cases/second-approval.ts'
import type { Config } from '#server/config.ts'
import { type Caller, mayCall } from '#server/model/access/caller.ts'
import { ownerId, presentOwner } from '#server/model/cases/case-owner.ts'
import type { StoredCase } from '#server/model/cases/cases.ts'
import { allDocuments, givenDocument, presentDocument } from '#server/model/cases/documents.ts'
import { itemLabels } from '#server/model/cases/item-labels.ts'
import type { SubmittedCase } from '#server/model/cases/submitted-case.ts'
import { workingTimes } from '#server/model/cases/working-time.ts'
import { currentCertifications, riskDisclosureStanding } from '#server/model/certifications/certifications.ts'
import { type ReadingBasis, readingBasis } from '#server/model/documents/document-readings.ts'
import { namesOf, unnamed } from '#server/model/people/names.ts'
import { isPersonReachable } from '#server/model/people/unproven-email.ts'
import { APPLICANT_ISSUER } from '#server/model/schema/applicants.ts'
import { type PendingDecisionRow, pendingDecisions } from '#server/model/schema/cases.ts'
import type { DocumentRow } from '#server/model/schema/documents.ts'
import { screeningFacts } from '#server/model/screening/case-screenings.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { FileVault } from '#server/platform/files/file-vault.ts'
import { caseEvents } from './case-events.ts'
import { caseNotes } from './case-notes.ts'
import { formerMarks } from './former-marks.ts'
import { type FoundObstacle, obstaclesOf, reviewBy, statusObstacles } from './obstacles.ts'
import { selectSameCompany } from './review.sql.ts'
import { lastTwoRounds, type Rounds } from './submitted-rounds.ts'
import { changesOfItem, supportChanges } from './support-changes.ts'

/**
 * A case for its reviewer: the latest verdict on each item, what changed since, and its history. Staff see in
 * their own case what they did themselves, and nothing of others' assessment, some of which no one may reveal
 * to them (law §3.4). A case that was just changed isn't an erased person's, because nothing of theirs changes.
 */
export async function reviewCase(
  db: Db,
  files: FileVault,
  stored: StoredCase & Partial<Pick<SubmittedCase, 'isErased'>>,
  config: Pick<Config, 'sanctions' | 'dateStyle' | 'companyDomains'>,
  reader: Caller,
  now: Date,
): Promise<ReviewCase> {
  const { current } = stored
  const { proposal } = current
  const readerId = reader.userId
  const pending = await pendingDecision(db, stored)
  const screening = await screeningFacts(db, stored, readerId, config)
  const [
    documents,
    accepted,
    { obstacles },
    { read, gaps },
    rounds,
    labelOf,
    names,
    notes,
    worked,
    basis,
    changes,
    marks,
  ] = await Promise.all([
    allDocuments(db, stored.userId, current.kind),
    currentCertifications(db, stored.userId),
    obstaclesOf(db, files, stored, screening, config, now),
    reviewBy(db, stored, readerId, screening, now),
    lastTwoRounds(db, stored, config.dateStyle),
    itemLabels(db, stored),
    namesOf(db, [...peopleOf(stored, now), ...(pending ? [pending.decidedBy] : [])]),
    caseNotes(db, stored.id),
    workingTimes(db, [stored.id], now),
    readingBasis(db, { readerId, userId: stored.userId, current, now }),
    supportChanges(db, stored),
    formerMarks(db, stored),
  ])
  const timing = reviewTiming(current, now)
  const nameOf = (id: number) => names.get(id) ?? unnamed(id)
  const isOwn = stored.userId === readerId
  const lapsed = lapsedClaim(current, now)
  const hints = isOwn ? [] : await hintsOf(db, stored, rounds, readerId)
  const told = decisionsTold(current)
  return {
    id: stored.id,
    kind: current.kind,
    state: current.state,
    kyc_status: wireStatuses(current.state).kycStatus,
    version: current.version,
    round: current.round,
    submittedAt: current.submittedAt?.toISOString() ?? null,
    dueAt: current.dueAt?.toISOString() ?? null,
    documentsOpen: isOwn ? { until: null } : presentBasis(basis),
    emailConfirmed: await isPersonReachable(db, stored.userId),
    dueState: timing.kind === 'not_running' ? null : timing.kind,
    workingMs: worked.get(stored.id) ?? null,
    decidedAt: stored.decidedAt?.toISOString() ?? null,
    decidedBy: stored.decidedBy === null ? null : nameOf(stored.decidedBy),
    approval:
      current.approval && approvalRecord({ ...current.approval, ...(isOwn && { override: null }) }, nameOf),
    confirmBy: current.confirmBy?.toISOString() ?? null,
    owner: presentOwner(current, { nameOf, readerId, now }),
    lapsedClaim: lapsed && {
      name: nameOf(lapsed.by),
      isYou: lapsed.by === readerId,
      at: lapsed.at.toISOString(),
    },
    proposal: isOwn
      ? null
      : proposal && {
          kind: proposal.kind,
          by: nameOf(proposal.by),
          at: proposal.at.toISOString(),
          note: proposal.note,
          mayConfirm:
            proposal.by !== readerId &&
            mayCall(capabilityToConfirm(proposal.kind), reader, config.companyDomains),
          isYours: proposal.by === readerId,
          confirmedBy: pending && pending.decidedBy !== readerId ? nameOf(pending.decidedBy) : null,
        },
    riskDisclosure: riskDisclosureStanding(accepted),
    items: current.items.map((item) => ({
      ...reviewItem(item, documents, rounds),
      label: labelOf(item.key),
      supportChanges: changesOfItem(changes, item.key, rounds),
      isRead: !isOwn && read.some((slot) => slot === item.key),
      formerMark: marks.get(item.key) ?? null,
      acceptedBy: isReviewed(item) && item.acceptedBy ? nameOf(item.acceptedBy) : null,
      beforeAccept: isReviewed(item)
        ? []
        : gaps.filter((gap) => gap.item === item.key).map(({ kind, text }) => ({ kind, text })),
      ...(isOwn && { ...NOTHING_TOLD, ...toldOf(item, told) }),
    })),
    missingEvidence: isOwn ? [] : shownObstacles(obstacles).map(({ text }) => text),
    statusObstacles: isOwn
      ? []
      : shownObstacles([
          ...obstacles,
          // An unreviewed item leads to its review, not to an override.
          ...statusObstacles(stored, null, labelOf),
        ]),
    hints: hints.map(({ text }) => text),
    hintUserIds: hints.map(({ about }) => about),
    isOwn,
    mayDecide: !isOwn && !stored.isErased,
    notes: isOwn ? [] : notes,
    undoUntil: pending?.decidedBy === readerId ? pending.dueAt.toISOString() : null,
    events: await caseEvents(db, stored.id, changes, isOwn ? readerId : undefined),
  }
}

/** Reviewers' assessment of an item, which staff don't see in their own case. */
const NOTHING_TOLD = {
  reasons: [],
  internalNote: null,
  acceptedBy: null,
  formerMark: null,
  beforeAccept: [],
  supportChanges: [],
}

/** An item's decision as its applicant knows it: marks of colleagues are private until they are sent. */
function toldOf(item: CaseItem, told: ReturnType<typeof decisionsTold>) {
  const decision = told.get(item.key) ?? 'pending'
  return { decision, applicantText: decision === 'retry' ? item.text : null }
}

/** Without what the decision itself will remove. */
function shownObstacles(found: readonly FoundObstacle[]): ApprovalObstacle[] {
  return found.flatMap(({ kind, ...obstacle }) => (kind === 'due' ? [] : [{ kind, ...obstacle }]))
}

function presentBasis(basis: ReadingBasis | undefined): ReviewCase['documentsOpen'] {
  return basis ? { until: basis.until?.toISOString() ?? null } : null
}

/** The staff whose names the case shows, besides those in its events. */
function peopleOf({ decidedBy, current }: StoredCase, now: Date): number[] {
  const lapsed = lapsedClaim(current, now)
  const ids = [
    decidedBy,
    lapsed?.by,
    ownerId(current, now),
    current.proposal?.by,
    ...peopleOfApproval(current.approval),
  ]
  const accepting = current.items.flatMap(({ acceptedBy }) => acceptedBy ?? [])
  return [...new Set([...ids, ...accepting])].filter((id) => typeof id === 'number')
}

function reviewItem(
  item: CaseItem,
  documents: readonly DocumentRow[],
  rounds: Rounds,
): Omit<ReviewItem, 'label' | 'acceptedBy' | 'formerMark' | 'beforeAccept' | 'isRead' | 'supportChanges'> {
  const ofSlot = documents.filter(({ slot }) => slot === item.key)
  const current = ofSlot.find(({ supersededAt }) => supersededAt === null)
  const inUse = documents.filter(({ supersededAt }) => supersededAt === null)
  const textNow = rounds.now?.texts[item.key]
  const textBefore = rounds.before?.texts[item.key]
  const fileChanged =
    rounds.before !== undefined && rounds.before.hashes[item.key] !== rounds.now?.hashes[item.key]
  return {
    item: item.key,
    decision: item.decision,
    reasons: [...item.reasons],
    applicantText: item.text,
    internalNote: item.note,
    possibleReasons: [...retryReasonsFor(item.key), ...FINAL_REASONS],
    changed: rounds.before !== undefined && (textBefore !== textNow || fileChanged),
    before: textBefore ?? null,
    after: textNow ?? null,
    evidence: item.evidence,
    judgedBy: judgedBy(item.key).flatMap((slot) => inUse.find((row) => row.slot === slot)?.id ?? []),
    document: current ? presentDocument(current) : null,
    notices: current ? documentNotices(givenDocument(current), inUse.map(givenDocument)) : [],
    formerDocuments: ofSlot.filter((row) => row !== current).map(presentDocument),
  }
}

/** A hint, with the other user it is about, if any. */
interface Hint {
  text: string
  about: number | null
}

/** Further hints for a company's reviewer: who is no longer in it, and who else submitted it. */
async function hintsOf(
  db: Db,
  { userId, current }: StoredCase,
  rounds: Rounds,
  readerId: number,
): Promise<Hint[]> {
  if (current.kind !== 'business') return []
  return [
    ...leftOut(rounds).map((text) => ({ text, about: null })),
    ...(await sameCompany(db, userId, readerId)),
  ]
}

/** People in the previous submission who aren't in this one: no item mentions them any more. */
function leftOut({ now, before }: Rounds): string[] {
  return Object.entries(before?.labels ?? {})
    .filter(([key]) => now && !(key in now.labels))
    .map(([, label]) => `${label} was in the submission before and is not in this one.`)
}

/**
 * Only reviewers are told: refusing the second account would reveal to strangers who is a customer
 * (onboarding, A second account of a company). The reader's own company is no news to them.
 */
async function sameCompany(db: Db, userId: number, readerId: number): Promise<Hint[]> {
  const { rows } = await selectSameCompany(db, [userId, APPLICANT_ISSUER, readerId])
  return rows.map(({ user_id, state }) => {
    const status = CaseState.parse(state).replaceAll('_', ' ')
    return {
      text: `User ${user_id} has submitted a company with the same number (${status}).`,
      about: Number(user_id),
    }
  })
}

/** The pending decision that can still be undone; undefined if there is none, or the case has changed since. */
async function pendingDecision(db: Db, { id, current }: StoredCase): Promise<PendingDecisionRow | undefined> {
  const [pending] = await db.select().from(pendingDecisions).where(eq(pendingDecisions.caseId, id))
  return pending?.version === current.version ? pending : undefined
}

import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import {
  moment,
  rowId,
  type Stored,
  sealedJson,
  sealedText,
  wholeNumber,
} from '#server/platform/database/columns.ts'
import { users } from './users.ts'

/**
 * A verification from draft to decision and beyond (cases, States). The row is the aggregate of
 * domain/cases/case.ts and is changed by its machine only. Its history is in events, its submissions in
 * case_submissions.
 */
export const cases = pgTable(
  'cases',
  {
    id: rowId(),
    userId: wholeNumber('user_id')
      .notNull()
      .references(() => users.id),
    kind: text().notNull(),
    state: text().notNull(),
    /** Increases with every change; a decision on a stale version is refused. */
    version: integer().notNull(),
    /** The number of submissions, and how many there may be before only a person can reopen it. */
    round: integer().notNull(),
    roundLimit: integer('round_limit').notNull(),
    /** The reviewer's verdicts on each document slot and group of data. */
    items: jsonb().notNull(),
    /** What the data under each item rests on; in `items` if a former release wrote it. */
    evidence: sealedJson<Record<string, string>>('evidence'),
    submittedAt: moment('submitted_at'),
    dueAt: moment('due_at'),
    decidedAt: moment('decided_at'),
    decidedBy: wholeNumber('decided_by').references(() => users.id),
    claimedBy: wholeNumber('claimed_by').references(() => users.id),
    claimedAt: moment('claimed_at'),
    /** The assigned reviewer, whether they have claimed it or not. */
    assignedTo: wholeNumber('assigned_to').references(() => users.id),
    /** The pending second approval: the proposer and the proposal. */
    proposal: jsonb(),
    /** What an approval rests on: the way it was made, and how many of the items were reviewed. */
    approval: jsonb(),
    /** When its applicant was first shown the current approval. */
    approvalShownAt: moment('approval_shown_at'),
    lastChange: jsonb('last_change'),
    confirmBy: moment('confirm_by'),
    /** When its applicant was told that a machine compares faces, and since when they want only people to do it. */
    facesToldAt: moment('faces_told_at'),
    facesByPeopleAt: moment('faces_by_people_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('cases_user_kind').on(t.userId, t.kind),
    index('cases_queue').on(t.state, t.dueAt, t.id),
    // Open cases by deadline, whatever their state; most cases are decided.
    index('cases_open')
      .on(t.dueAt, t.id)
      .where(sql`${t.state} in ('submitted', 'in_review', 'awaiting_second_approval')`),
    // The same by submission time.
    index('cases_open_submitted')
      .on(t.submittedAt, t.id)
      .where(sql`${t.state} in ('submitted', 'in_review', 'awaiting_second_approval')`),
    // The same by state.
    index('cases_open_state')
      .on(t.state, t.id)
      .where(sql`${t.state} in ('submitted', 'in_review', 'awaiting_second_approval')`),
    // The same by assigned reviewer; unassigned ones last.
    index('cases_open_assigned')
      .on(t.assignedTo, t.id)
      .where(sql`${t.state} in ('submitted', 'in_review', 'awaiting_second_approval')`)
      .concurrently(),
    index('cases_submitted').on(t.state, t.submittedAt, t.id),
    // People who were asked to confirm their details, by deadline.
    index('cases_confirming').on(t.confirmBy, t.id).where(sql`${t.state} = 'reverification_due'`),
    // Approvals that rest on less than a review of every item; there should be few.
    index('cases_unreviewed')
      .on(t.updatedAt, t.id)
      .where(sql`(${t.approval}->>'reviewed')::int < (${t.approval}->>'total')::int`),
    index('cases_claimed').on(t.claimedBy).where(sql`${t.claimedBy} is not null`),
    index('cases_assigned').on(t.assignedTo).where(sql`${t.assignedTo} is not null`),
    index('cases_decided_by').on(t.decidedBy).where(sql`${t.decidedBy} is not null`),
    index('cases_recent').on(t.state, t.updatedAt, t.id),
  ],
)
export type CaseRow = typeof cases.$inferSelect

/** Which reviewer skipped which case, and when they last did: it is offered to others first. */
export const caseSkips = pgTable(
  'case_skips',
  {
    caseId: wholeNumber('case_id')
      .notNull()
      .references(() => cases.id),
    reviewerId: wholeNumber('reviewer_id')
      .notNull()
      .references(() => users.id),
    skippedAt: moment('skipped_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.caseId, t.reviewerId] }), index('case_skips_reviewer').on(t.reviewerId)],
)

/**
 * A decision that isn't effective yet because its reviewer can still undo it. Its verdicts are in the case at
 * that version; at another version they aren't what was decided any more.
 */
export const pendingDecisions = pgTable(
  'pending_decisions',
  {
    caseId: wholeNumber('case_id')
      .primaryKey()
      .references(() => cases.id),
    decidedBy: wholeNumber('decided_by')
      .notNull()
      .references(() => users.id),
    version: integer().notNull(),
    dueAt: moment('due_at').notNull(),
  },
  (t) => [index('pending_decisions_decided_by').on(t.decidedBy)],
)
export type PendingDecisionRow = typeof pendingDecisions.$inferSelect

/** Reviewers' notes on a case. The applicant never sees them, and they are never changed. */
export const caseNotes = pgTable(
  'case_notes',
  {
    id: rowId(),
    caseId: wholeNumber('case_id')
      .notNull()
      .references(() => cases.id),
    authorId: wholeNumber('author_id')
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    requestKey: text('request_key'),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    index('case_notes_case').on(t.caseId, t.id),
    index('case_notes_author').on(t.authorId),
    unique('case_notes_request').on(t.caseId, t.requestKey),
  ],
)

/** A submission's answers, encrypted, and its files by id and hash. */
export interface StoredSnapshot {
  answers: Stored<unknown>
  documents: readonly { id: string; slot: string; sha256: string }[]
}

/** Every round's complete submission, so that a reviewer sees what changed. */
export const caseSubmissions = pgTable(
  'case_submissions',
  {
    caseId: wholeNumber('case_id')
      .notNull()
      .references(() => cases.id),
    round: integer().notNull(),
    /** The answers and, per slot, document id and hash. */
    snapshot: jsonb().$type<StoredSnapshot>().notNull(),
    /** SHA-256 of the canonical payload: a repeated submission gets the first one's answer. */
    payloadHash: sealedText('payload_hash').notNull(),
    submittedAt: moment('submitted_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.caseId, t.round] })],
)

export type SubmissionRow = typeof caseSubmissions.$inferSelect

export type Details = Readonly<Record<string, string>>

/** A person's answers as last submitted; the specification's `kyc_profile`. */
export const kycProfiles = pgTable(
  'kyc_profiles',
  {
    id: rowId(),
    userId: wholeNumber('user_id')
      .notNull()
      .unique()
      .references(() => users.id),
    caseId: wholeNumber('case_id')
      .notNull()
      .references(() => cases.id),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** A plain date, never a timestamp: no time zone can shift a birthday. */
    dob: sealedText('dob').notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    address: text().notNull(),
    docType: text('doc_type').notNull(),
    /** Further answers by the form's field names; null if there are none. */
    details: sealedJson<Details>('details'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [index('kyc_profiles_case').on(t.caseId)],
)
export type KycProfileRow = typeof kycProfiles.$inferSelect

export interface StoredDraft {
  step?: unknown
  sealed?: Stored<Record<string, unknown>>
}

/** Unsubmitted answers, so that a person can continue on another device. */
export const drafts = pgTable(
  'drafts',
  {
    userId: wholeNumber('user_id')
      .notNull()
      .references(() => users.id),
    kind: text().notNull(),
    /**
     * The current step, and the answers: encrypted as `sealed`, or next to the step if a former release wrote
     * them.
     */
    data: jsonb().$type<StoredDraft>().notNull(),
    revision: integer().notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind] }), index('drafts_updated').on(t.updatedAt)],
)
export type DraftRow = typeof drafts.$inferSelect

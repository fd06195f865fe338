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
 * A verification from draft to decision and beyond (cases, States). The row is the aggregate of domain/cases/case.ts, moved
 * only by its machine; what happened to it stands in events, what was handed in stands in case_submissions.
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
    /** Counts every change; a decision on a stale version is refused. */
    version: integer().notNull(),
    /** Submissions so far, and how many there may be before only a person can reopen. */
    round: integer().notNull(),
    roundLimit: integer('round_limit').notNull(),
    /** The reviewer's word on each document slot and group of data. */
    items: jsonb().notNull(),
    /** What data of the items rests on, by item; with the items where a former release wrote it. */
    evidence: sealedJson<Record<string, string>>('evidence'),
    submittedAt: moment('submitted_at'),
    dueAt: moment('due_at'),
    decidedAt: moment('decided_at'),
    decidedBy: wholeNumber('decided_by').references(() => users.id),
    claimedBy: wholeNumber('claimed_by').references(() => users.id),
    claimedAt: moment('claimed_at'),
    /** Who is to review it, claimed or not. */
    assignedTo: wholeNumber('assigned_to').references(() => users.id),
    /** The pending second approval: who proposed it and what. */
    proposal: jsonb(),
    /** On what an approval rests: by which way, and how many of how many items were reviewed. */
    approval: jsonb(),
    /** When its applicant was first shown the approval that counts. */
    approvalShownAt: moment('approval_shown_at'),
    lastChange: jsonb('last_change'),
    confirmBy: moment('confirm_by'),
    /** When its applicant was shown that a machine compares faces, and since when they want people alone to do it. */
    facesToldAt: moment('faces_told_at'),
    facesByPeopleAt: moment('faces_by_people_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('cases_user_kind').on(t.userId, t.kind),
    index('cases_queue').on(t.state, t.dueAt, t.id),
    // What waits for reviewers, by its promise, whichever of the three states it is in; most cases are decided.
    index('cases_open')
      .on(t.dueAt, t.id)
      .where(sql`${t.state} in ('submitted', 'in_review', 'awaiting_second_approval')`),
    // The same by when they were handed in, as of any other state.
    index('cases_open_submitted')
      .on(t.submittedAt, t.id)
      .where(sql`${t.state} in ('submitted', 'in_review', 'awaiting_second_approval')`),
    // And by their state.
    index('cases_open_state')
      .on(t.state, t.id)
      .where(sql`${t.state} in ('submitted', 'in_review', 'awaiting_second_approval')`),
    // And by who is to review them; those whom no one has come last.
    index('cases_open_assigned')
      .on(t.assignedTo, t.id)
      .where(sql`${t.state} in ('submitted', 'in_review', 'awaiting_second_approval')`)
      .concurrently(),
    index('cases_submitted').on(t.state, t.submittedAt, t.id),
    // Who is asked to confirm their details, by the day by which.
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

/** Which reviewer gave which case back to take another, and when they last did: it is offered to others first. */
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
 * A decision that does not count yet, because its reviewer can still undo it. Its verdicts stand in the case, as it was then: at
 * another version they are no longer what was decided.
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

/** What reviewers tell each other about a case. The applicant never reads it; nothing is changed once it is written. */
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

/** The answers of a submission, encrypted, and its files by id and hash. */
export interface StoredSnapshot {
  answers: Stored<unknown>
  documents: readonly { id: string; slot: string; sha256: string }[]
}

/** What was submitted in each round, whole, so that a reviewer sees what changed. */
export const caseSubmissions = pgTable(
  'case_submissions',
  {
    caseId: wholeNumber('case_id')
      .notNull()
      .references(() => cases.id),
    round: integer().notNull(),
    /** The answers and, per slot, document id and hash. */
    snapshot: jsonb().$type<StoredSnapshot>().notNull(),
    /** SHA-256 of the canonical payload: a repeat of the same submission answers as the first did. */
    payloadHash: sealedText('payload_hash').notNull(),
    submittedAt: moment('submitted_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.caseId, t.round] })],
)

export type SubmissionRow = typeof caseSubmissions.$inferSelect

export type Details = Readonly<Record<string, string>>

/** The consumer's answers as last submitted; `kyc_profile` of the specification. */
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
    /** A plain date, never a moment: no time zone can shift a birthday. */
    dob: sealedText('dob').notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    address: text().notNull(),
    docType: text('doc_type').notNull(),
    /** What else was answered, by the names of the form's fields; null where nothing was. */
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
    /** The step someone is on, and the answers: encrypted as `sealed`, or beside the step where a former release wrote them. */
    data: jsonb().$type<StoredDraft>().notNull(),
    revision: integer().notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind] }), index('drafts_updated').on(t.updatedAt)],
)
export type DraftRow = typeof drafts.$inferSelect

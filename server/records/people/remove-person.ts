import { eq } from 'drizzle-orm'
import { CaseKind } from '#contract/cases.ts'
import { isLegalMove } from '#domain/cases/case-moves.ts'
import type { CasePolicy } from '#domain/cases/case-record.ts'
import { EMBEDDED_ISSUER } from '#server/identity.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type UserRow, users } from '#server/platform/database/schema/users.ts'
import { noteRemoval } from '#server/platform/files/file-journal.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import { deleteAccount } from '#server/platform/identity/embedded/accounts.ts'
import { lockCase, moveCase } from '#server/records/cases/cases.ts'
import { dropOpenChanges } from './open-changes.ts'

/** The issuer of people who are no more: anyone who signs in again with the same account is someone new. */
export const ERASED_ISSUER = 'erased'

/** Mails to a person, those that invited them and those of the embedded provider, which knows addresses alone, included. */
const THEIR_MAILS = `(select m.id from mails m where m.user_id = $1
  or m.kind in ('email-confirmation', 'sign-up', 'sign-up-known', 'password-reset') and lower(m.to_address) in (
    select lower(address) from users u, unnest(array[u.email, u.auth0_email, u.former_email]) address where u.id = $1)
  or m.id in (select im.mail_id from invitation_mails im join invitations i on i.id = im.invitation_id where i.user_id = $1))`

/**
 * What only an account has, and what was never handed in: it goes with the account, whatever is kept. One after the other,
 * because some name others. An address that asked for no more invitations stays: it is how the next one is refused.
 */
const OF_THE_ACCOUNT: Readonly<Record<string, string>> = {
  sessions: 'delete from sessions where user_id = $1',
  sign_ins: 'delete from sign_ins where user_id = $1',
  email_links: 'delete from email_links where user_id = $1',
  investor_answers: 'delete from investor_answers where user_id = $1 and certification_id is null',
  drafts: 'delete from drafts where user_id = $1',
  draft_nudges: 'delete from draft_nudges where user_id = $1',
  nudge_opt_outs: 'delete from nudge_opt_outs where user_id = $1',
  notices: 'delete from notices where user_id = $1',
  case_skips:
    'delete from case_skips where reviewer_id = $1 or case_id in (select id from cases where user_id = $1)',
  mail_events: `delete from mail_events where mail_id in ${THEIR_MAILS}`,
  invitation_mails: `with gone as (delete from invitation_mails where mail_id in ${THEIR_MAILS} returning mail_id)
    delete from mails where id in (select mail_id from gone)`,
  mails: `delete from mails where id in ${THEIR_MAILS}`,
  invitations: `with kept as (update invitations set user_id = null
      where user_id = $1 and status in ('unsubscribed', 'complained') returning id)
    delete from invitations where user_id = $1 and id not in (select id from kept)`,
  client_users: 'delete from client_users where user_id = $1',
  bug_reports: 'update bug_reports set user_id = null where user_id = $1',
}

/** The evidence that the law wants kept for a time. Of a case its dates and state stay, under the number of the account. */
const EVIDENCE: Readonly<Record<string, string>> = {
  account_changes: 'delete from account_changes where user_id = $1',
  case_notes: 'delete from case_notes where case_id in (select id from cases where user_id = $1)',
  screening_matches:
    'delete from screening_matches where case_id in (select id from cases where user_id = $1)',
  case_screenings: 'delete from case_screenings where case_id in (select id from cases where user_id = $1)',
  case_submissions: 'delete from case_submissions where case_id in (select id from cases where user_id = $1)',
  kyc_profiles: 'delete from kyc_profiles where user_id = $1',
  business_profiles: 'delete from business_profiles where user_id = $1',
  investor_answers: 'delete from investor_answers where user_id = $1',
  certifications: 'delete from certifications where user_id = $1',
  cases: `update cases set items = '[]', evidence = null, proposal = null, last_change = null, claimed_by = null, claimed_at = null,
    assigned_to = null where user_id = $1`,
}

/** What stays with the tombstone, and why: each is listed, so that a new table is not forgotten. */
export const KEPT_TABLES: Readonly<Record<string, string>> = {
  applicants: 'of visitors, who have no account',
  applicant_sessions: 'of visitors, who have no account; they go with the application',
  search_entries: 'written again by the database from what is kept; goes with it',
  begun_people: 'kept by the database: how far the number of an account came, which the ledger tells as well',
  unstarted_people: 'kept by the database: the number of an account without a case',
  rate_limits: 'counters without a name, gone within the hour',
  events: 'the ledger, which nothing may change',
  payments: 'tax law; they name the account by its number',
  erasure_requests: 'prove how they were answered; deleted by `deleteOutdatedRecords`',
  complaints: 'prove how they were answered; deleted by `deleteOutdatedRecords`',
  legal_holds: 'prove why records were kept',
  retention_records: 'the tombstone',
}

/** Every table that this removes from, for the test that none was forgotten. */
export const REMOVED_TABLES: readonly string[] = [
  ...Object.keys(OF_THE_ACCOUNT),
  ...Object.keys(EVIDENCE),
  'documents',
  // With the documents.
  'document_views',
  'data_exports',
  // With the mails; those of jobs name numbers alone, and go after 90 days.
  'dead_letters',
]

export interface RemovedPerson {
  /** Keys of the files whose rows are gone; they go after the transaction, and with the sweep after a crash. */
  keys: string[]
  /** Rows that went, by table. */
  removed: Record<string, number>
}

/**
 * Removes a person of whom everything is locked: the account, and with it what no one has to keep; with `evidence` also
 * what was kept until now. A case that still waits is withdrawn first. What stays is a row without name or address, which
 * the ledger's events belong to. Twice does no harm.
 */
export async function removePerson(
  tx: Db,
  user: UserRow,
  by: { at: Date; policy: CasePolicy; evidence: boolean; origin?: Origin },
): Promise<RemovedPerson> {
  const { at, evidence } = by
  await withdrawCases(tx, user.id, by)
  const removed: Record<string, number> = {}
  const run = async (statements: Readonly<Record<string, string>>) => {
    for (const [table, statement] of Object.entries(statements)) {
      const { rowCount } = await tx.$client.query(statement, [user.id])
      if (rowCount) removed[table] = (removed[table] ?? 0) + rowCount
    }
  }
  const keys = [
    ...(await removeDocuments(tx, user.id, evidence, removed)),
    ...(await removeExports(tx, user.id, removed)),
  ]
  await noteRemoval(tx, keys, at)
  const dropped = await dropOpenChanges(tx, user.id, at)
  if (dropped > 0) removed.account_changes = dropped
  await run(OF_THE_ACCOUNT)
  if (evidence) await run(EVIDENCE)
  // An account at another provider is not ours to delete.
  if (user.issuer === EMBEDDED_ISSUER) await deleteAccount(tx, user.auth0Id)
  await tx
    .update(users)
    .set({
      ...NOBODY,
      auth0Id: `${ERASED_ISSUER}|${user.id}`,
      disabledAt: user.disabledAt ?? at,
      updatedAt: at,
    })
    .where(eq(users.id, user.id))
  return { keys, removed }
}

/** A row of `users` that says nothing of anyone. */
const NOBODY = {
  issuer: ERASED_ISSUER,
  auth0Email: null,
  emailVerified: false,
  email: null,
  emailConfirmedAt: null,
  formerEmail: null,
  suspendedBy: null,
  suspensionReason: null,
  name: null,
  nickname: null,
  picture: null,
  company: null,
  userType: null,
  pendingUserType: null,
  investorCategory: null,
  isTrader: false,
  isInvestor: false,
  isSeller: false,
  isDeveloper: false,
  isBuyer: false,
  isCorporate: false,
  isAdmin: false,
  isSuperAdmin: false,
  adminRoleAssignedAt: null,
  adminRoleAssignedBy: null,
  lastLogin: null,
} as const

/** No one reviews the application of someone who has asked to be forgotten: leaving is their own word. */
async function withdrawCases(
  tx: Db,
  userId: number,
  { at, policy, origin }: { at: Date; policy: CasePolicy; origin?: Origin },
): Promise<void> {
  const actor = { kind: 'user', id: String(userId) } as const
  for (const kind of CaseKind.options) {
    const stored = await lockCase(tx, userId, kind)
    if (stored && stored.record.round > 0 && isLegalMove('withdraw', stored.record.state))
      await moveCase(tx, stored, { type: 'withdraw', actor }, policy, at, origin)
  }
}

/** Files of what was never handed in, or all of them. */
async function removeDocuments(
  tx: Db,
  userId: number,
  all: boolean,
  removed: Record<string, number>,
): Promise<string[]> {
  const { rows } = await tx.$client.query<{ storage_key: string; rendition_key: string | null }>(
    `delete from documents d where d.user_id = $1
       and ($2 or not exists (select from cases c where c.user_id = d.user_id and c.kind = d.kind and c.round > 0))
     returning storage_key, rendition_key`,
    [userId, all],
  )
  if (rows.length) removed.documents = rows.length
  return rows.flatMap((row) => (row.rendition_key ? [row.storage_key, row.rendition_key] : [row.storage_key]))
}

async function removeExports(tx: Db, userId: number, removed: Record<string, number>): Promise<string[]> {
  const { rows } = await tx.$client.query<{ storage_key: string | null }>(
    'delete from data_exports where user_id = $1 returning storage_key',
    [userId],
  )
  if (rows.length) removed.data_exports = rows.length
  return rows.flatMap(({ storage_key }) => storage_key ?? [])
}

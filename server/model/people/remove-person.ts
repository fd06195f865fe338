import { eq } from 'drizzle-orm'
import { CaseKind } from '#contract/verification/cases.ts'
import type { CasePolicy } from '#domain/cases/case.ts'
import { isLegalMove } from '#domain/cases/case-moves.ts'
import { lockCase, moveCase } from '#server/model/cases/cases.ts'
import { removeUploads } from '#server/model/documents/open-uploads.ts'
import { documentUploads } from '#server/model/schema/documents.ts'
import { type UserRow, users } from '#server/model/schema/users.ts'
import { closeMatchNotices } from '#server/model/screening/close-match-notices.ts'
import type { Db } from '#server/platform/database/database.ts'
import { storeRemoval } from '#server/platform/files/file-journal.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import { deleteAccount } from '#server/platform/identity/embedded/accounts.ts'
import { EMBEDDED_ISSUER } from '#server/platform/identity/identity-provider.ts'
import { ERASED_ISSUER } from './erased-people.ts'
import { deleteDocumentsOfPerson, deleteExportsOfPerson } from './people.sql.ts'
import { EVIDENCE, OF_THE_ACCOUNT } from './removals.sql.ts'
import { dropOpenChanges } from './stored-changes.ts'

/** Tables whose rows stay after an erasure, and why. A test fails on a table that is neither here nor in `REMOVED_TABLES`. */
export const RETAINED_TABLES: Readonly<Record<string, string>> = {
  applicants: 'of visitors, who have no account',
  applicant_sessions: 'of visitors, who have no account; they go with the application',
  search_entries: 'derived by the database from what is kept, and removed with it',
  begun_people: 'maintained by the database: how far an account number got, which the ledger tells as well',
  unstarted_people: 'maintained by the database: the numbers of accounts without a case',
  rate_limits: 'counters without a name, gone within the hour',
  events: 'the ledger, which nothing may change',
  payments: 'tax law; they name the account by its number',
  erasure_requests: 'prove how they were answered; deleted by `deleteOutdatedRecords`',
  complaints: 'prove how they were answered; deleted by `deleteOutdatedRecords`',
  legal_holds: 'prove why records were kept',
  retention_records: 'the tombstone',
}

/** Every table that an erasure removes rows from. */
export const REMOVED_TABLES: readonly string[] = [
  ...Object.keys(OF_THE_ACCOUNT),
  ...Object.keys(EVIDENCE),
  'documents',
  // Deleted with the documents.
  'document_views',
  'document_readings',
  'data_exports',
  'document_uploads',
  'upload_parts',
  // Deleted with the emails; those of jobs contain ids only, and expire after 90 days.
  'dead_letters',
]

export interface RemovedPerson {
  /** Storage keys of files whose rows are gone. Delete them after the commit; after a crash the sweep does. */
  keys: string[]
  /** Number of rows removed, by table. */
  removed: Record<string, number>
}

/**
 * Erases a person whose rows the caller has locked: the account and everything that no law requires to keep; with
 * `evidence` also what had to be kept until now. An open case is withdrawn first. A row without name or address stays,
 * because the ledger's events refer to it. Calling it again changes nothing.
 */
export async function removePerson(
  tx: Db,
  user: UserRow,
  by: { at: Date; policy: CasePolicy; evidence: boolean; origin?: Origin },
): Promise<RemovedPerson> {
  const { at, evidence } = by
  await withdrawCases(tx, user.id, by)
  const removed: Record<string, number> = {}
  const run = async (statements: typeof OF_THE_ACCOUNT | typeof EVIDENCE) => {
    for (const [table, statement] of Object.entries(statements)) {
      const { rowCount } = await statement(tx, [user.id])
      if (rowCount) removed[table] = (removed[table] ?? 0) + rowCount
    }
  }
  const keys = [
    ...(await removeDocuments(tx, user.id, evidence, removed)),
    ...(await removeExports(tx, user.id, removed)),
    ...(await removeUploads(tx, eq(documentUploads.userId, user.id), at)).keys,
  ]
  await storeRemoval(tx, keys, at)
  const dropped = await dropOpenChanges(tx, user.id, at)
  if (dropped > 0) removed.account_changes = dropped
  await run(OF_THE_ACCOUNT)
  if (evidence) await run(EVIDENCE)
  // An account at an external provider is not ours to delete.
  if (user.issuer === EMBEDDED_ISSUER) await deleteAccount(tx, user.auth0Id)
  await tx
    .update(users)
    .set({
      ...NO_ONE,
      auth0Id: `${ERASED_ISSUER}|${user.id}`,
      disabledAt: user.disabledAt ?? at,
      updatedAt: at,
    })
    .where(eq(users.id, user.id))
  await closeMatchNotices(tx, at)
  return { keys, removed }
}

/** The columns of `users` with everything personal cleared. */
const NO_ONE = {
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
  roles: [] as string[],
  adminRoleAssignedAt: null,
  adminRoleAssignedBy: null,
  lastLogin: null,
} as const

/** Withdraws open cases in the person's own name: asking to be erased is their decision, so no reviewer closes them. */
async function withdrawCases(
  tx: Db,
  userId: number,
  { at, policy, origin }: { at: Date; policy: CasePolicy; origin?: Origin },
): Promise<void> {
  const actor = { kind: 'user', id: userId } as const
  for (const kind of CaseKind.options) {
    const stored = await lockCase(tx, userId, kind)
    if (stored && stored.current.round > 0 && isLegalMove('withdraw', stored.current.state))
      await moveCase(tx, stored, { type: 'withdraw', actor }, policy, at, origin)
  }
}

/** Removes the documents that were never submitted, or all of them, and returns their storage keys. */
async function removeDocuments(
  tx: Db,
  userId: number,
  all: boolean,
  removed: Record<string, number>,
): Promise<string[]> {
  const { rows } = await deleteDocumentsOfPerson(tx, [userId, all])
  if (rows.length) removed.documents = rows.length
  return rows.flatMap((row) => (row.rendition_key ? [row.storage_key, row.rendition_key] : [row.storage_key]))
}

async function removeExports(tx: Db, userId: number, removed: Record<string, number>): Promise<string[]> {
  const { rows } = await deleteExportsOfPerson(tx, [userId])
  if (rows.length) removed.data_exports = rows.length
  return rows.flatMap(({ storage_key }) => storage_key ?? [])
}

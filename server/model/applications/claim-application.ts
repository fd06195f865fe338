import { and, eq, gt, isNull } from 'drizzle-orm'
import { USER_TYPE_SELECTION } from '#contract/certifications/certifications.ts'
import type { ClaimProblem } from '#contract/onboarding/application-claims.ts'
import { applicationProblem } from '#domain/onboarding/application-claim.ts'
import { hashToken } from '#server/model/access/session-store.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { sendCaseNotice } from '#server/model/cases/case-notices.ts'
import { lockCase, type StoredCase, transferCase } from '#server/model/cases/cases.ts'
import { holdUnlessReachable, isHeldForEmail } from '#server/model/cases/held-cases.ts'
import { documentBinding } from '#server/model/documents/document-proof.ts'
import { applicants } from '#server/model/schema/applicants.ts'
import { cases } from '#server/model/schema/cases.ts'
import { certifications } from '#server/model/schema/certifications.ts'
import { documents } from '#server/model/schema/documents.ts'
import { events } from '#server/model/schema/events.ts'
import { SEALED_TABLES } from '#server/model/schema/sealed-columns.ts'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import { as, composed, NO_ROWS } from '#server/platform/database/statement.ts'
import { DamagedFileError } from '#server/platform/files/envelope.ts'
import type { FileVault } from '#server/platform/files/file-vault.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { TokenClaims } from '#server/platform/identity/token-claims.ts'
import type { Services } from '#server/services.ts'
import {
  deleteDraftsInTheWay,
  deleteEmptyDrafts,
  fillPerson,
  giveTo,
  supersedeOlder,
  takeUserType,
} from './applications.sql.ts'
import { type HeldApplication, kindsStarted, lockApplication } from './applications.ts'

/** A person whose address is verified or not by the provider: at a sign-in, or when its link is followed. */
interface Claim {
  /** From the applicant's cookie, if this browser has one. */
  token: string | undefined
  userId: number
  claims: Pick<TokenClaims, 'email' | 'emailVerified'>
  origin?: Origin
}

/**
 * How long after a claim its cookie may still arrive from the same browser, for example from a sign-in in a
 * second tab.
 */
const SECOND_TAB_MS = 3_600_000

/**
 * Gives the application with the person's address to them, whichever browser it was filled in: the visitor has
 * proven the address by its code, and the provider has verified that it is the person's. Neither alone is
 * enough. Nothing is claimed if they have started one of its kind themselves. It counts as submitted from then
 * on: the deadline starts, and the email is sent. Returns what prevents claiming the application in this
 * browser, or null.
 */
export async function claimApplication(
  services: Services,
  tx: Db,
  claim: Claim,
): Promise<ClaimProblem | null> {
  const { claims, token, userId } = claim
  const at = services.now()
  const proven =
    claims.email !== undefined && claims.emailVerified
      ? await lockApplication(tx, { provenEmail: claims.email, now: at })
      : undefined
  const here = token ? await lockApplication(tx, { tokenHash: hashToken(token), now: at }) : undefined
  if (!proven && !here) return !token || (await hasJustClaimed(tx, userId, at)) ? null : 'expired'
  // Anything the person starts elsewhere at this moment either precedes this or waits for it.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  const problem = proven && (await take(services, tx, claim, proven))
  if (!here) return problem && token ? problem : null
  // An application from before there were codes has no proven address and can be claimed in this browser only.
  return here.userId === proven?.userId ? (problem ?? null) : take(services, tx, claim, here)
}

/** Returns what prevents the claim; null if the application is the person's now. */
async function take(
  services: Services,
  tx: Db,
  claim: Claim,
  held: HeldApplication,
): Promise<ClaimProblem | null> {
  const { userId, claims } = claim
  const at = services.now()
  const problem = applicationProblem(
    { email: held.email, kinds: await kindsStarted(tx, held.userId) },
    { ...claims, kinds: await kindsStarted(tx, userId) },
  )
  if (problem) return problem
  const moved = await moveApplication(tx, services.files, held.userId, userId, at)
  await recordClaim(tx, claim, held.userId, moved, at)
  for (const { before, after: given } of moved) {
    const after = await holdUnlessReachable(tx, given)
    if (!isHeldForEmail(after)) await sendCaseNotice(services, tx, { before: unseen(before), after })
    await services.jobs.enqueue(tx, 'screen-case', { caseId: after.id })
  }
  return null
}

/** No one was notified while the application was a visitor's: for its person it is submitted now. */
function unseen(stored: MovedCase['before']): MovedCase['before'] {
  return { ...stored, current: { ...stored.current, state: 'draft' } }
}

async function hasJustClaimed(tx: Db, userId: number, at: Date): Promise<boolean> {
  const found = await tx
    .select({ id: events.id })
    .from(events)
    .where(
      and(
        eq(events.userId, userId),
        eq(events.type, 'application.claimed'),
        gt(events.at, new Date(at.getTime() - SECOND_TAB_MS)),
      ),
    )
    .limit(1)
  return found.length > 0
}

/** One event per case, so that its history shows the previous owner; at least one. */
async function recordClaim(
  tx: Db,
  { userId, origin }: Claim,
  formerId: number,
  moved: MovedCase[],
  at: Date,
): Promise<void> {
  const caseIds = moved.length ? moved.map(({ after }) => after.id) : [undefined]
  for (const caseId of caseIds)
    await recordEvent(tx, {
      at,
      type: 'application.claimed',
      actor: { kind: 'user', id: userId },
      userId,
      caseId,
      before: { userId: formerId },
      after: { userId },
      origin,
    })
}

interface MovedCase {
  before: StoredCase
  after: StoredCase
}

/**
 * Moves everything of a provisional user to a person and removes the provisional user; returns the cases, whose
 * deadline counts from `at`. The application must be locked, and the person must not have started anything of
 * its kinds. Of two acceptances of the same text the older is superseded; no acceptance is lost.
 */
export async function moveApplication(
  tx: Db,
  files: Pick<FileVault, 'rebind'>,
  from: number,
  to: number,
  at: Date,
): Promise<MovedCase[]> {
  await supersedeOlder(tx, [from, to, at])
  await mergePerson(tx, from, to, at)
  await deleteEmptyDrafts(tx, [from])
  await deleteDraftsInTheWay(tx, [from, to])
  const moved: MovedCase[] = []
  const kinds = await tx.select({ kind: cases.kind }).from(cases).where(eq(cases.userId, from))
  for (const { kind } of kinds) {
    const before = await lockCase(tx, from, kind === 'business' ? 'business' : 'consumer')
    if (before) moved.push({ before, after: await transferCase(tx, before, to, at) })
  }
  await rebindDocuments(tx, files, from, to)
  await rebindValues(tx, from, to)
  for (const give of Object.values(giveTo)) await give(tx, [to, from])
  await tx.delete(applicants).where(eq(applicants.userId, from))
  await tx.delete(users).where(eq(users.id, from))
  return moved
}

/** Rebinds the documents' keys to the person. A key that wasn't the visitor's isn't rebound, so it stays refused. */
async function rebindDocuments(
  tx: Db,
  files: Pick<FileVault, 'rebind'>,
  from: number,
  to: number,
): Promise<void> {
  const rows = await tx.select().from(documents).where(eq(documents.userId, from)).for('update')
  for (const row of rows) {
    try {
      const wrapped = files.rebind(row, documentBinding(row), documentBinding({ ...row, userId: to }))
      await tx
        .update(documents)
        .set({ wrappedKey: wrapped.wrappedKey, keyId: wrapped.keyId })
        .where(eq(documents.id, row.id))
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error
    }
  }
}

/** Re-encrypts values bound to their owner for the person. A value that wasn't the visitor's isn't either. */
async function rebindValues(tx: Db, from: number, to: number): Promise<void> {
  for (const { table, name, values } of SEALED_TABLES.filter(({ isPersonal }) => isPersonal)) {
    const columns = values.map(({ column, read }) => `'${column}', ${read}`).join(', ')
    const { rows } = await composed(tx, {
      text: `select ${name('t.user_id')} as was, ${name('$2::bigint')} as is, jsonb_build_object(${columns}) as kept
       from ${table} t where t.user_id = $1 for update`,
      values: [from, to],
      gives: { was: 'text', is: 'text', kept: as<Record<string, string | null>>('jsonb') },
    })
    for (const { was, is, kept } of rows)
      for (const { column, write } of values) {
        const value = kept[column]
        if (!value || !tx.$fields.opensAt(value, [table, column, was])) continue
        const sealed = tx.$fields.seal(tx.$fields.open(value, [table, column, was]), [table, column, is])
        await composed(tx, {
          text: `update ${table} t set ${write('$1::text')} where ${name('t.user_id')} = $2`,
          values: [sealed, was],
          gives: NO_ROWS,
        })
      }
  }
}

/**
 * Name and company fill empty ones. The choice of user type is taken over only if it is in force and the person
 * has none of their own, whose flags may rest on a certification. A closed account stays closed.
 */
async function mergePerson(tx: Db, from: number, to: number, at: Date): Promise<void> {
  const chosen = await tx
    .select({ id: certifications.id })
    .from(certifications)
    .where(
      and(
        eq(certifications.userId, from),
        eq(certifications.certificationName, USER_TYPE_SELECTION),
        isNull(certifications.supersededAt),
      ),
    )
  await fillPerson(tx, [from, to, at])
  if (chosen.length > 0) await takeUserType(tx, [from, to])
}

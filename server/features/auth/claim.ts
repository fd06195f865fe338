import { and, eq, gt } from 'drizzle-orm'
import type { ClaimProblem } from '#contract/claims.ts'
import { claimProblem } from '#domain/onboarding/application-claim.ts'
import type { Db } from '#server/platform/database/database.ts'
import { events } from '#server/platform/database/schema/events.ts'
import { users } from '#server/platform/database/schema/users.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { IdentityClaims } from '#server/platform/identity/identity-claims.ts'
import { recordEvent } from '#server/platform/ledger/record-event.ts'
import { hashToken } from '#server/platform/sessions/session-store.ts'
import { kindsBegun, lockApplication } from '#server/records/applications/applications.ts'
import { type MovedCase, moveApplication } from '#server/records/applications/move-application.ts'
import { sendCaseNotice } from '#server/records/cases/case-notices.ts'
import type { Services } from '#server/services.ts'

/** A sign-in in a browser that holds an application. */
interface Claim {
  /** Of the applicant's cookie. */
  token: string
  userId: number
  claims: Pick<IdentityClaims, 'email' | 'emailVerified'>
  origin: Origin
}

/** How long after a claim its cookie may still arrive from the same browser, as from a sign-in in a second tab. */
const SECOND_TAB_MS = 3_600_000

/**
 * Makes the application of this browser the person's own, in the transaction of their sign-in, if the provider has
 * verified that its address is theirs and they have begun none of its kind themselves (decisions §2). From then on it is
 * submitted: the promise counts, the mail is sent. Gives what stands in the way, null when nothing does.
 */
export async function claimApplication(
  services: Services,
  tx: Db,
  claim: Claim,
): Promise<ClaimProblem | null> {
  const { userId, claims } = claim
  const at = services.now()
  const held = await lockApplication(tx, { tokenHash: hashToken(claim.token), now: at })
  if (!held) return (await hasJustClaimed(tx, userId, at)) ? null : 'expired'
  // Whatever the person begins elsewhere at this moment is there before, or comes after.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  const problem = claimProblem(
    { email: held.email, kinds: await kindsBegun(tx, held.userId) },
    { ...claims, kinds: await kindsBegun(tx, userId) },
  )
  if (problem) return problem
  const moved = await moveApplication(tx, held.userId, userId, at)
  await recordClaim(tx, claim, held.userId, moved, at)
  for (const { before, after } of moved) {
    await sendCaseNotice(services, tx, { before: unseen(before), after })
    await services.jobs.enqueue(tx, 'screen-case', { caseId: after.id })
  }
  return null
}

/** Nobody was told anything while the application was a visitor's: for its person it is submitted now. */
function unseen(stored: MovedCase['before']): MovedCase['before'] {
  return { ...stored, record: { ...stored.record, state: 'draft' } }
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

/** One event for each case, so that its history tells who the person before was; one at least. */
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

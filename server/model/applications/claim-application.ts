import { and, eq, gt } from 'drizzle-orm'
import type { ClaimProblem } from '#contract/onboarding/application-claims.ts'
import { applicationProblem } from '#domain/onboarding/application-claim.ts'
import { hashToken } from '#server/model/access/session-store.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { sendCaseNotice } from '#server/model/cases/case-notices.ts'
import { holdUnlessReachable, isHeldForEmail } from '#server/model/cases/held-cases.ts'
import { events } from '#server/model/schema/events.ts'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { TokenClaims } from '#server/platform/identity/identity-claims.ts'
import type { Services } from '#server/services.ts'
import { type HeldApplication, kindsStarted, lockApplication } from './applications.ts'
import { type MovedCase, moveApplication } from './move-application.ts'

/** A person whose address the provider has something to say about: at a sign-in, or when its link is followed. */
interface Claim {
  /** Of the applicant's cookie, where this browser has one. */
  token: string | undefined
  userId: number
  claims: Pick<TokenClaims, 'email' | 'emailVerified'>
  origin?: Origin
}

/** How long after a claim its cookie may still arrive from the same browser, as from a sign-in in a second tab. */
const SECOND_TAB_MS = 3_600_000

/**
 * Makes the application whose address is the person's their own, in whichever browser it was filled in: the visitor has
 * proven the address by its code, and the provider has verified that the same address is the person's. Neither alone is
 * enough. Nothing is taken where they have started one of its kind themselves. From then on it is submitted: the promise
 * counts, the mail is sent. Returns what stands in the way of the application in this browser, null where nothing does.
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
  // Whatever the person begins elsewhere at this moment is there before, or comes after.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  const problem = proven && (await take(services, tx, claim, proven))
  if (!here) return problem && token ? problem : null
  // One from before there were codes is no one's address: it is taken in this browser alone.
  return here.userId === proven?.userId ? (problem ?? null) : take(services, tx, claim, here)
}

/** Returns what stands in the way; null where the application is the person's now. */
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

/** No one was told anything while the application was a visitor's: for its person it is submitted now. */
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

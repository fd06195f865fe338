import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { CODE_MINUTES, CODE_TRIES, CODE_WAIT_SECONDS } from '#contract/onboarding/application-claims.ts'
import {
  CODES_PER_ADDRESS,
  CODES_PER_DAY,
  type SentCode,
  TRIES_PER_ADDRESS,
} from '#contract/onboarding/visitors.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { hashToken } from '#server/model/access/session-store.ts'
import { applicantCodes } from '#server/model/schema/applicants.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'

type Sending = Pick<Services, 'limiter' | 'mailer' | 'now'>
type CodeRow = typeof applicantCodes.$inferSelect

/** An address to prove, and the kind of account that the visitor came for. */
export interface AddressToProve {
  email: string
  kind: CaseKind | null
}

/** What a code proves about the person who entered it. */
export type Proof =
  | { kind: 'proven'; email: string; came: CaseKind | null }
  | { kind: 'wrong'; triesLeft: number }
  | { kind: 'expired' }

/** Counts a sent code against its address, no matter who requests it. Throws RATE_LIMITED. */
async function countCode({ limiter }: Pick<Services, 'limiter'>, tx: Db, email: string): Promise<void> {
  const who = email.toLowerCase()
  await limiter.consume(CODES_PER_ADDRESS, who, tx)
  await limiter.consume(CODES_PER_DAY, who, tx)
}

/**
 * Emails a code to an address; returns the token of the browser that may enter it. `former` is its previous
 * token. Throws RATE_LIMITED after too many to one address.
 */
export async function sendCode(
  services: Sending,
  tx: Db,
  address: AddressToProve,
  former: string | undefined,
): Promise<{ token: string; code: SentCode }> {
  await countCode(services, tx, address.email)
  const token = randomBytes(32).toString('base64url')
  if (former) await tx.delete(applicantCodes).where(eq(applicantCodes.tokenHash, hashToken(former)))
  const row = {
    ...address,
    tokenHash: hashToken(token),
    ...(await mailCode(services, tx, address.email, token)),
  }
  await tx.insert(applicantCodes).values(row)
  return { token, code: sentCodeOf(row) }
}

/**
 * Emails a new code in place of the one this browser waits for. Throws INVALID_STATE if it waits for none, and
 * RATE_LIMITED before the wait is over.
 */
export async function sendAgain(services: Sending, tx: Db, token: string): Promise<SentCode> {
  const row = await lockCode(tx, token)
  if (!row) throw notAsked()
  const wait = resendAt(row).getTime() - services.now().getTime()
  if (wait > 0)
    throw new AppError(
      'RATE_LIMITED',
      'We’ve just sent you a code. Wait a minute before asking for another.',
      {
        retryAfter: wait / 1000,
      },
    )
  await countCode(services, tx, row.email)
  const sent = await mailCode(services, tx, row.email, token)
  await tx.update(applicantCodes).set(sent).where(eq(applicantCodes.tokenHash, row.tokenHash))
  return sentCodeOf({ ...row, ...sent })
}

/** The code this browser waits for, without the code itself; null if there is none. */
export async function findSentCode(db: Db, token: string): Promise<SentCode | null> {
  const [row] = await db
    .select()
    .from(applicantCodes)
    .where(eq(applicantCodes.tokenHash, hashToken(token)))
  return row ? sentCodeOf(row) : null
}

/**
 * Tries a code in this browser. A right one works once; each of many concurrent wrong ones is counted. After
 * the last try not even the right one works, but no failure counts against the address: anyone who requested a
 * code for a stranger's address can't lock its owner out with it. Throws INVALID_STATE if none was sent,
 * RATE_LIMITED after too many for one address.
 */
export async function tryCode(
  { limiter, now }: Pick<Services, 'limiter' | 'now'>,
  tx: Db,
  token: string,
  code: string,
): Promise<Proof> {
  const row = await lockCode(tx, token)
  if (!row) throw notAsked()
  if (row.expiresAt <= now() || row.tries >= CODE_TRIES) return { kind: 'expired' }
  await limiter.consume(TRIES_PER_ADDRESS, row.email.toLowerCase(), tx)
  const isOwn = eq(applicantCodes.tokenHash, row.tokenHash)
  if (!isSame(row.codeHash, codeHash(token, code))) {
    const tries = row.tries + 1
    await tx.update(applicantCodes).set({ tries }).where(isOwn)
    return { kind: 'wrong', triesLeft: CODE_TRIES - tries }
  }
  await tx.delete(applicantCodes).where(isOwn)
  return { kind: 'proven', email: row.email, came: row.kind as CaseKind | null }
}

async function lockCode(tx: Db, token: string): Promise<CodeRow | undefined> {
  const [row] = await tx
    .select()
    .from(applicantCodes)
    .where(eq(applicantCodes.tokenHash, hashToken(token)))
    .for('update')
  return row
}

/** The same for known and unknown addresses, in the email as in the answer (security R56). */
async function mailCode({ mailer, now }: Sending, tx: Db, email: string, token: string) {
  const at = now()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await mailer.queue(tx, {
    kind: 'application-code',
    props: { code, expiresInMinutes: CODE_MINUTES },
    to: email,
    messageKey: `application-code:${hashToken(token)}:${at.toISOString()}`,
    at,
  })
  return {
    codeHash: codeHash(token, code),
    tries: 0,
    sentAt: at,
    expiresAt: new Date(at.getTime() + CODE_MINUTES * 60_000),
  }
}

/**
 * Keyed with the browser's token, which isn't in the table, because anyone who reads the table could try all
 * six-digit codes in a moment.
 */
function codeHash(token: string, code: string): string {
  return createHmac('sha256', token).update(code).digest('base64url')
}

function isSame(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))
}

function resendAt({ sentAt }: Pick<CodeRow, 'sentAt'>): Date {
  return new Date(sentAt.getTime() + CODE_WAIT_SECONDS * 1000)
}

function sentCodeOf(row: Pick<CodeRow, 'email' | 'sentAt' | 'expiresAt'>): SentCode {
  return {
    email: row.email,
    resendAt: resendAt(row).toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }
}

function notAsked(): AppError {
  return new AppError(
    'INVALID_STATE',
    'This code was used already, or it was sent too long ago. Enter your email to get a new one.',
  )
}

import { createHmac, randomBytes, randomInt } from 'node:crypto'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { LapsedRows } from '#server/platform/jobs/in-batches.ts'
import {
  type Account,
  createAccount,
  deleteAccount,
  findAccountByEmail,
  hasPassword,
  markEmailVerified,
} from './accounts.ts'
import { EMBEDDED_LIMITS, type EmbeddedProviderDeps, IDP_PREFIX } from './deps.ts'
import {
  countCodeTry,
  deleteSignUp,
  lockUnconfirmed,
  selectLiveToken,
  selectSignUp,
  UNCONFIRMED,
  upsertSignUp,
} from './sign-ups.sql.ts'
import { tokenHash } from './token-hash.ts'

/** How long the emailed link works, and how long an unproven address is kept. */
export const SIGN_UP_HOURS = 48
export const SIGN_UP_CODE_MINUTES = 15

/** An address that is being proven in one browser. */
export interface SignUp {
  uid: string
  email: string
  isProven: boolean
}

/**
 * Which sign-up: that of the sign-in in progress, or that of an emailed link; in both cases in the browser that
 * began.
 */
type Which = ({ uid: string } | { token: string }) & { browserHash: string | undefined }

type CodeResult = 'proven' | 'wrong' | 'expired'

/**
 * Begins or restarts proving an address, and sends the proof by email; an address with an account gets an email
 * that says so. The answer is the same either way (security R56), also after too many emails, when nothing
 * works.
 */
export async function beginSignUp(
  deps: EmbeddedProviderDeps,
  started: { uid: string; email: string; browserHash: string },
): Promise<void> {
  const { database, now } = deps
  const { uid, email, browserHash } = started
  const mayMail = await deps.limit(EMBEDDED_LIMITS.mailPerAccount, email.toLowerCase()).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'RATE_LIMITED') return false
      throw error
    },
  )
  await database.transaction(async (tx) => {
    const known = await findAccountByEmail(tx, email)
    const sent = mayMail && !known?.emailVerified
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const token = randomBytes(32).toString('base64url')
    await upsertSignUp(tx, [
      uid,
      browserHash,
      email,
      sent ? codeHash(deps, uid, code) : null,
      sent ? tokenHash(token) : null,
      now(),
      new Date(now().getTime() + SIGN_UP_HOURS * 3_600_000),
    ])
    if (!mayMail) return
    await deps.sendMail(
      tx,
      known?.emailVerified
        ? { kind: 'sign-up-known', to: known.email, name: known.name }
        : {
            kind: 'sign-up',
            to: email,
            code,
            codeMinutes: SIGN_UP_CODE_MINUTES,
            path: `${IDP_PREFIX}/sign-up?token=${token}`,
            linkHours: SIGN_UP_HOURS,
          },
    )
  })
}

/** This browser's sign-up; undefined if there is none or it has expired. Changes nothing. */
export async function findSignUp(db: Db, which: Which, now: Date): Promise<SignUp | undefined> {
  if (!which.browserHash) return undefined
  const { rows } =
    'uid' in which
      ? await selectSignUp.uid(db, [which.uid, which.browserHash, now])
      : await selectSignUp.token_hash(db, [tokenHash(which.token), which.browserHash, now])
  return rows[0]
}

/** Whether an emailed link works at all, in whatever browser it is opened. */
export async function isLiveToken(db: Db, token: string, now: Date): Promise<boolean> {
  const { rowCount } = await selectLiveToken(db, [tokenHash(token), now])
  return Boolean(rowCount)
}

/**
 * Tries a code in the browser that began. Each of many concurrent attempts is counted, and after the last
 * allowed one not even the right code works.
 */
export async function trySignUpCode(
  deps: EmbeddedProviderDeps,
  entered: { uid: string; browserHash: string | undefined; code: string },
): Promise<CodeResult> {
  const { uid, browserHash, code } = entered
  const at = deps.now()
  // Checked and proven in one statement, because another address may be entered in the same browser at this
  // moment.
  const { rows } = await countCodeTry(deps.database.pool, [
    uid,
    browserHash ?? '',
    new Date(at.getTime() - SIGN_UP_CODE_MINUTES * 60_000),
    codeHash(deps, uid, code),
    at,
  ])
  const [row] = rows
  if (!row) return 'expired'
  return row.isRight ? 'proven' : 'wrong'
}

/**
 * Creates the account for an address that this browser has proven by code or link. Returns undefined if it has
 * not, if a concurrent request came first, or if the address has got an account meanwhile. An account that was
 * never confirmed belongs to its owner if they know its password, and is replaced by a new one if they don't;
 * in both cases the person who created it has lost its sessions (security A19).
 */
export async function finishSignUp(
  deps: EmbeddedProviderDeps,
  which: Which,
  { password, passwordHash }: { password: string; passwordHash: string },
): Promise<Account | undefined> {
  const { database, now } = deps
  const found = await findSignUp(database.db, which, now())
  if (!found || !('token' in which || found.isProven)) return undefined
  const { uid, email } = found
  const former = await findAccountByEmail(database.db, email)
  const isOwn = former !== undefined && (await hasPassword(database.db, former, password))
  return database.transaction(async (tx) => {
    const taken = await deleteSignUp(tx, [uid])
    if (!taken.rowCount) return undefined
    if (former && !former.emailVerified) {
      await deps.endSessions?.(tx, former)
      if (isOwn) {
        const account = await markEmailVerified(tx, former.id, now())
        if (account) await deps.onEmailConfirmed?.(tx, account)
        return account
      }
      await deleteAccount(tx, former.sub)
    }
    return createAccount(tx, { email, passwordHash, emailVerified: true, now: now() })
  })
}

/** Accounts that were not confirmed in time. */
export function unconfirmed(now: Date): LapsedRows {
  return {
    table: 'idp_accounts',
    where: UNCONFIRMED,
    values: [startedBefore(now)],
  }
}

const startedBefore = (now: Date) => new Date(now.getTime() - SIGN_UP_HOURS * 3_600_000)

/** Deletes at most `most` of them; returns their `sub`s. */
export async function deleteUnconfirmed(db: Db, now: Date, most: number): Promise<string[]> {
  const { rows } = await lockUnconfirmed(db, [startedBefore(now), most])
  for (const { sub } of rows) await deleteAccount(db, sub)
  return rows.map(({ sub }) => sub)
}

/** Keyed, because anyone who reads the table could try all six-digit codes in a moment. */
function codeHash({ secrets }: EmbeddedProviderDeps, uid: string, code: string): string {
  return createHmac('sha256', secrets.cookieKeys[0] ?? '')
    .update(`sign-up ${uid} ${code}`)
    .digest('base64url')
}

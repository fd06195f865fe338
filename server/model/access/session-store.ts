import { createHash, randomBytes } from 'node:crypto'
import type { UserSession } from '#contract/audit/admin-activity.ts'
import type { RateLimit } from '#contract/endpoint.ts'
import type { Config } from '#server/config.ts'
import type { Database, Db } from '#server/platform/database/database.ts'
import { isReadOnly } from '#server/platform/database/database-faults.ts'
import { gather } from '#server/platform/database/gather.ts'
import { deviceOf, isOtherDevice } from '#server/platform/http/device.ts'
import { type Count, toCount, windowEnd } from '#server/platform/http/rate-limit.ts'
import { type Caller, isRecentSignIn } from './caller.ts'
import { type CallerRow, toCaller } from './caller-query.ts'
import {
  deleteSession,
  deleteSessionsOfUser,
  insertSession,
  selectCallers,
  selectCountedCallers,
  selectLivingSessions,
  selectPublicId,
  selectWhetherLives,
  updateLastSeen,
} from './sessions.sql.ts'

export interface SessionStore {
  /**
   * Starts a session for a person who just signed in and returns the token for the cookie. Ends `former` if
   * given.
   */
  start(
    tx: Db,
    sign: {
      userId: number
      authTime: Date
      hasSecondFactor?: boolean
      /** Sessions of people with a role are shorter (security R7). */
      hasRole: boolean
      ip?: string
      userAgent?: string
      former?: string
    },
  ): Promise<string>
  /**
   * The token's holder now; undefined if the token is unknown, idle too long, expired or brought by another
   * device, or its person is disabled.
   */
  findCaller(asked: AskedSession): Promise<Caller | undefined>
  /** The same, and counts a request of theirs against its limit, in one query. */
  countedCallerOf(request: CountedRequest): Promise<CountedCaller | undefined>
  end(tx: Db, token: string): Promise<void>
}

/** The token of a request. */
interface AskedSession {
  token: string
  /** The browser's user agent; undefined if the caller isn't a browser's request. */
  userAgent?: string | undefined
  /** The page polls in the background, so the session's idle time continues (security R7). */
  isBackground: boolean
}

/** The same, with the limit that counts the request. */
interface CountedRequest extends AskedSession {
  limit: RateLimit
}

/** The caller, and their bucket's count including this request. */
export interface CountedCaller {
  caller: Caller
  count: Count
}

/** The SHA-256 of a token, as the database stores it (security R5). */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/**
 * After a failed write, the time of last use isn't written for this long: each attempt would renew the pool's
 * connections, and without it sessions only end earlier.
 */
const UNWRITTEN_MS = 5_000

/** Sessions in the product's database, valid on every process at once (security R7, R9). */
export function sessionStore(
  database: Database,
  limits: Config['sessions'],
  now: () => Date,
  onMoved: (caller: Caller, devices: { from: string | null; to: string }) => Promise<void>,
): SessionStore {
  const sessionValues = (hashes: string[], at: Date) =>
    [hashes, at.toISOString(), ...inOrder(limits)] as const
  let unwrittenUntil = 0
  const findCaller = (row: CallerRow, at: Date): Caller => {
    const caller = toCaller(row)
    if (!limits.staffNeedSecondFactor) return caller
    return {
      ...caller,
      needsSecondFactor: !caller.hasSecondFactor,
      needsStepUp: !isRecentSignIn(caller, at),
    }
  }
  const touch = async (rows: readonly CallerRow[], asked: readonly AskedSession[], at: Date) => {
    const active = new Set(
      asked.filter(({ isBackground }) => !isBackground).map(({ token }) => hashToken(token)),
    )
    const stale = rows.filter(({ is_stale, caller }) => is_stale && active.has(caller.tokenHash))
    if (stale.length === 0 || performance.now() < unwrittenUntil) return
    await updateLastSeen(database.pool, [stale.map(({ caller }) => caller.tokenHash), at]).catch(
      (error: unknown) => {
        if (!isReadOnly(error)) throw error
        unwrittenUntil = performance.now() + UNWRITTEN_MS
      },
    )
  }
  const rowOf = gather(async (asked: readonly AskedSession[]) => {
    const at = now()
    const hashes = asked.map(({ token }) => hashToken(token))
    const { rows } = await selectCallers(database.pool, sessionValues(hashes, at))
    await touch(rows, asked, at)
    const byHash = new Map(rows.map((row) => [row.caller.tokenHash, row]))
    return hashes.map((hash) => byHash.get(hash))
  })
  const countedRowOf = gather(async (requests: readonly CountedRequest[]) => {
    const at = now()
    const { rows } = await selectCountedCallers(database.pool, [
      ...sessionValues(
        requests.map(({ token }) => hashToken(token)),
        at,
      ),
      requests.map(({ limit }) => limit.bucket),
      requests.map(({ limit }) => windowEnd(limit, at)),
    ])
    await touch(rows, requests, at)
    const byPlace = new Map(rows.map((row) => [row.place, row]))
    return requests.map((_, i) => byPlace.get(i + 1))
  })
  /** The holder, unless the session is brought by another device than that of the sign-in: then it ends. */
  const unlessMoved = async (row: CallerRow | undefined, { userAgent }: AskedSession) => {
    if (!row) return undefined
    const caller = findCaller(row, now())
    if (userAgent === undefined || !isOtherDevice(row.user_agent, userAgent)) return caller
    await onMoved(caller, { from: row.user_agent, to: userAgent })
    return undefined
  }
  return {
    async start(tx, sign) {
      if (sign.former) await deleteSession(tx, [hashToken(sign.former)])
      const token = randomBytes(32).toString('base64url')
      const at = now()
      const hours = sign.hasRole ? limits.adminHours : limits.hours
      await insertSession(tx, [
        hashToken(token),
        sign.userId,
        sign.authTime,
        at,
        new Date(at.getTime() + hours * 3_600_000),
        sign.ip,
        sign.userAgent,
        sign.hasSecondFactor ?? false,
      ])
      return token
    },
    async findCaller(asked) {
      return unlessMoved(await rowOf(asked), asked)
    },
    async countedCallerOf(request) {
      const row = await countedRowOf(request)
      const caller = await unlessMoved(row, request)
      return row && caller && { caller, count: toCount(row) }
    },
    async end(tx, token) {
      await deleteSession(tx, [hashToken(token)])
    },
  }
}

/** A person's active sessions, newest first; an administrator's are shorter (security R7, R10). */
export async function livingSessions(
  db: Db,
  userId: number,
  limits: Config['sessions'],
  now: Date,
): Promise<UserSession[]> {
  const { rows } = await selectLivingSessions(db, [userId, now, ...inOrder(limits)])
  return rows.map((row) => ({
    id: row.id,
    startedAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    device: deviceOf(row.user_agent),
    ip: row.ip,
  }))
}

/** Whether a session still lives, named by its token's hash: it may have ended by itself. */
export async function isLiving(
  db: Db,
  tokenHash: string,
  limits: Config['sessions'],
  now: Date,
): Promise<boolean> {
  const { rows } = await selectWhetherLives(db, [tokenHash, now, ...inOrder(limits)])
  return rows[0]?.lives ?? false
}

/** As the statements take them. */
function inOrder({ idleMinutes, adminIdleMinutes, hours, adminHours }: Config['sessions']) {
  return [idleMinutes, adminIdleMinutes, hours, adminHours] as const
}

/** The public id of the session with this token hash. */
export async function publicSessionId(db: Db, tokenHash: string): Promise<string | undefined> {
  const { rows } = await selectPublicId(db, [tokenHash])
  return rows[0]?.id
}

/** Ends a person's sessions, optionally only one or all but one; returns the hashes of their tokens. */
export async function endSessions(
  tx: Db,
  userId: number,
  { only, but }: { only?: string | undefined; but?: string | undefined } = {},
): Promise<string[]> {
  const { rows } = await deleteSessionsOfUser(tx, [userId, only ?? null, but ?? null])
  return rows.map(({ token_hash }) => token_hash)
}

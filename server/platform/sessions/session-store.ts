import { createHash, randomBytes } from 'node:crypto'
import type { Config } from '../../config.ts'
import type { Database, Db } from '../database/database.ts'
import type { Caller } from './caller.ts'

/** Idle time is written back at most this often, so that reading a page costs no write. */
const TOUCH_EVERY_MS = 60_000

export interface SessionStore {
  /** Starts a session for a person who just signed in; gives the token for the cookie. Ends `former`, if named. */
  start(
    tx: Db,
    sign: {
      userId: number
      authTime: Date
      isAdmin: boolean
      ip?: string
      userAgent?: string
      former?: string
    },
  ): Promise<string>
  /** Who holds this token now; undefined when it is unknown, idle too long, over or its person is disabled. */
  callerOf(token: string): Promise<Caller | undefined>
  end(tx: Db, token: string): Promise<void>
}

/** The SHA-256 of a token, as the database keeps it (security R5). */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

const CALLER = `
  select s.token_hash, s.auth_time, s.last_seen_at, u.id, u.issuer, u.auth0_id, u.auth0_email, u.email_verified, u.email,
    u.name, u.nickname, u.picture, u.company, u.user_type, u.pending_user_type, u.is_trader, u.is_investor, u.is_seller,
    u.is_developer, u.is_buyer, u.is_corporate, u.is_admin, u.is_super_admin, u.onboarding_completed_at, u.last_login,
    u.created_at, u.updated_at, c.state as consumer_state, c.decided_at as consumer_decided_at, k.id as kyc_profile_id, b.state as business_state
  from sessions s
  join users u on u.id = s.user_id
  left join cases c on c.user_id = u.id and c.kind = 'consumer'
  left join cases b on b.user_id = u.id and b.kind = 'business'
  left join kyc_profiles k on k.user_id = u.id
  where s.token_hash = $1 and s.expires_at > $2 and u.disabled_at is null
    and s.last_seen_at > $2 - make_interval(mins => case when u.is_admin or u.is_super_admin then $4::int else $3::int end)
    and s.created_at > $2 - make_interval(hours => case when u.is_admin or u.is_super_admin then $6::int else $5::int end)`

/** Sessions on the product's database, valid on every process at once (decisions §2, security R7, R9). */
export function sessionStore(database: Database, limits: Config['sessions'], now: () => Date): SessionStore {
  return {
    async start(tx, sign) {
      if (sign.former)
        await tx.$client.query('delete from sessions where token_hash = $1', [hashToken(sign.former)])
      const token = randomBytes(32).toString('base64url')
      const at = now()
      const hours = sign.isAdmin ? limits.adminHours : limits.hours
      await tx.$client.query(
        `insert into sessions (token_hash, user_id, auth_time, created_at, last_seen_at, expires_at, ip, user_agent)
         values ($1, $2, $3, $4, $4, $5, $6, $7)`,
        [
          hashToken(token),
          sign.userId,
          sign.authTime,
          at,
          new Date(at.getTime() + hours * 3_600_000),
          sign.ip,
          sign.userAgent,
        ],
      )
      return token
    },
    async callerOf(token) {
      const at = now()
      const { rows } = await database.pool.query<CallerRow>({
        name: 'caller-of-session',
        text: CALLER,
        values: [
          hashToken(token),
          at.toISOString(),
          limits.idleMinutes,
          limits.adminIdleMinutes,
          // Beside `expires_at`, because a person may have become an administrator since the session began.
          limits.hours,
          limits.adminHours,
        ],
      })
      const row = rows[0]
      if (!row) return undefined
      if (at.getTime() - row.last_seen_at.getTime() > TOUCH_EVERY_MS) {
        await database.pool.query('update sessions set last_seen_at = $2 where token_hash = $1', [
          row.token_hash,
          at,
        ])
      }
      return toCaller(row)
    },
    async end(tx, token) {
      await tx.$client.query('delete from sessions where token_hash = $1', [hashToken(token)])
    },
  }
}

interface CallerRow {
  token_hash: string
  auth_time: Date
  last_seen_at: Date
  id: string
  issuer: string
  auth0_id: string
  auth0_email: string | null
  email_verified: boolean
  email: string | null
  name: string | null
  nickname: string | null
  picture: string | null
  company: string | null
  user_type: string | null
  pending_user_type: string | null
  is_trader: boolean
  is_investor: boolean
  is_seller: boolean
  is_developer: boolean
  is_buyer: boolean
  is_corporate: boolean
  is_admin: boolean
  is_super_admin: boolean
  onboarding_completed_at: Date | null
  last_login: Date | null
  created_at: Date
  updated_at: Date
  consumer_state: string | null
  consumer_decided_at: Date | null
  kyc_profile_id: string | null
  business_state: string | null
}

function toCaller(row: CallerRow): Caller {
  return {
    userId: Number(row.id),
    issuer: row.issuer,
    auth0Id: row.auth0_id,
    auth0Email: row.auth0_email,
    emailVerified: row.email_verified,
    email: row.email,
    name: row.name,
    nickname: row.nickname,
    picture: row.picture,
    company: row.company,
    userType: row.user_type,
    pendingUserType: row.pending_user_type,
    isTrader: row.is_trader,
    isInvestor: row.is_investor,
    isSeller: row.is_seller,
    isDeveloper: row.is_developer,
    isBuyer: row.is_buyer,
    isCorporate: row.is_corporate,
    isAdmin: row.is_admin,
    isSuperAdmin: row.is_super_admin,
    onboardingCompletedAt: row.onboarding_completed_at,
    lastLogin: row.last_login,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    tokenHash: row.token_hash,
    authTime: row.auth_time,
    consumerCase: row.consumer_state
      ? {
          profileId: row.kyc_profile_id === null ? null : Number(row.kyc_profile_id),
          state: row.consumer_state,
          decidedAt: row.consumer_decided_at,
        }
      : null,
    businessCase: row.business_state ? { state: row.business_state } : null,
  }
}

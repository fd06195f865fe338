import { countSql } from '../http/rate-limit.ts'
import type { Caller } from './caller.ts'

/**
 * The holder of a session with what every request asks about them, in one question (performance P5): by the token's hash,
 * now, and the limits on idle and whole time for people and for administrators.
 */
export const CALLER = `
  select s.token_hash, s.auth_time, s.last_seen_at, u.id, u.issuer, u.auth0_id, u.auth0_email, u.email_verified, u.email,
    u.name, u.nickname, u.picture, u.company, u.user_type, u.pending_user_type, u.investor_category, u.is_trader, u.is_investor, u.is_seller,
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

/**
 * The same, and counts one request of theirs, as `subjectOf` names them, by the values of `countValues`: a guarded request
 * asks the database once before its own work (performance P11).
 */
export const COUNTED_CALLER = `
  with caller as (${CALLER}
  ), counted as (
    ${countSql(7, "'u' || id", 'caller')}
  )
  select caller.*, counted.points, counted.expire from caller, counted`

export interface CallerRow {
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
  investor_category: string | null
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

export interface CountedRow extends CallerRow {
  points: number
  expire: string
}

/** The row as the product reads it. */
export function toCaller(row: CallerRow): Caller {
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
    investorCategory: row.investor_category,
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

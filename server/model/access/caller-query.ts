import { countSql, POINTS_OF_EACH } from '#server/platform/http/http.sql.ts'
import type { Caller } from './caller.ts'

/** Whether a person `u` has a role: their sessions are shorter (security R7). */
export const HAS_ROLE = "u.is_admin or u.is_super_admin or u.roles <> '{}'"

/**
 * Whether a session `s` of a person `u` still lives. Parameters: now, and the limits on idle and total time for people
 * and for administrators, besides `expires_at`, because someone may have become an administrator since it began.
 */
export const LIVES = `s.expires_at > $2::timestamptz
    and s.last_seen_at > $2 - make_interval(mins => case when ${HAS_ROLE} then $4::int else $3::int end)
    and s.created_at > $2 - make_interval(hours => case when ${HAS_ROLE} then $6::int else $5::int end)`

/** Whether a person `u` has one of the roles in a parameter. */
export function roleGives(names: string): string {
  const held =
    "u.roles || case when u.is_super_admin then '{super_admin}' when u.is_admin then '{admin}' else '{}' end::text[]"
  return `(${HAS_ROLE}) and (${held}) && ${names}::text[]`
}

/** What every request needs to know about a person `u` with their standing joined; the end of a JSON object. */
const PERSON = `
    'userId', u.id, 'issuer', u.issuer, 'auth0Id', u.auth0_id, 'auth0Email', u.auth0_email,
    'emailVerified', u.email_verified, 'email', u.email, 'name', u.name, 'nickname', u.nickname, 'picture', u.picture,
    'company', u.company, 'userType', u.user_type, 'pendingUserType', u.pending_user_type,
    'investorCategory', u.investor_category, 'isTrader', u.is_trader, 'isInvestor', u.is_investor,
    'isSeller', u.is_seller, 'isDeveloper', u.is_developer, 'isBuyer', u.is_buyer,
    'isCorporate', u.is_corporate, 'isAdmin', u.is_admin, 'isSuperAdmin', u.is_super_admin, 'roles', u.roles,
    'onboardingCompletedAt', u.onboarding_completed_at, 'lastLogin', u.last_login, 'createdAt', u.created_at,
    'updatedAt', u.updated_at,
    'consumerCase', case when c.id is not null then
      json_build_object('profileId', k.id, 'state', c.state, 'decidedAt', c.decided_at) end,
    'businessCase', case when b.id is not null then
      json_build_object('profileId', p.id, 'legalName', p.legal_name, 'state', b.state) end
  ) as caller`
const STANDING = `
  left join cases c on c.user_id = u.id and c.kind = 'consumer'
  left join cases b on b.user_id = u.id and b.kind = 'business'
  left join kyc_profiles k on k.user_id = u.id
  left join business_profiles p on p.user_id = u.id`

/**
 * The holders of sessions with what every request needs to know about them, in one query (performance P5).
 * Parameters: hashes of their tokens, now, and the limits on idle and total time for people and for
 * administrators. A caller is returned as one JSON object, because the driver describes and parses each column
 * for each answer.
 */
const SESSIONS = `
  select u.id as user_id, s.token_hash, s.user_agent, s.last_seen_at < $2::timestamptz - interval '1 minute' as is_stale,
    json_build_object(
    'application', null, 'tokenHash', s.token_hash, 'authTime', s.auth_time,
    'hasSecondFactor', s.has_second_factor, ${PERSON}
  from sessions s
  join users u on u.id = s.user_id ${STANDING}
  where s.token_hash = any($1::text[]) and u.disabled_at is null and u.suspended_at is null and ${LIVES}`

/** Selects the holders of sessions. */
export const CALLERS = `select is_stale, user_agent, caller from (${SESSIONS}) as session`

/**
 * The same, and counts a request of each, as named by `subjectOf`, by bucket and the end of a window that
 * begins now: before its own work a guarded request queries the database once (performance P11).
 */
export const COUNTED_CALLERS = `
  with session as (${SESSIONS}
  ), asked as (
    select place, token_hash, bucket || ':u' || user_id as key, until
    from unnest($1::text[], $7::text[], $8::bigint[]) with ordinality as asked (token_hash, bucket, until, place)
    join session using (token_hash)
  ), counted as (
    ${countSql('asked', '(extract(epoch from $2::timestamptz) * 1000)::bigint')}
  )
  select place::int, is_stale, user_agent, caller, ${POINTS_OF_EACH}, expire
  from asked join session using (token_hash) join counted using (key)`

/**
 * The visitors whose applications tokens open; parameters: token hashes and now. The kind is that of the
 * answers they saved last, otherwise that of their submission, otherwise the one they came for.
 */
export const APPLICANTS = `
  select json_build_object(
    'application', json_build_object('email', a.email, 'isProven', a.proven_at is not null, 'expiresAt', a.expires_at,
      'kind', coalesce(
        (select d.kind from drafts d where d.user_id = a.user_id order by d.updated_at desc, d.kind limit 1),
        (select o.kind from cases o where o.user_id = a.user_id order by o.updated_at desc, o.kind limit 1),
        a.kind)),
    'tokenHash', s.token_hash, 'authTime', 'epoch'::timestamptz, ${PERSON}
  from applicant_sessions s
  join applicants a on a.user_id = s.user_id
  join users u on u.id = a.user_id ${STANDING}
  where s.token_hash = any($1::text[]) and a.expires_at > $2`

export interface CallerRow {
  /** The time of last use is written at most once a minute, so that reading a page costs no write. */
  is_stale: boolean
  /** The browser of the sign-in, by its user agent. */
  user_agent: string | null
  caller: WithTexts<Omit<Caller, 'needsSecondFactor' | 'needsStepUp' | 'hasSecondFactor'>> & {
    hasSecondFactor?: boolean
  }
}

/** In JSON a date is a text. */
type WithTexts<T> = T extends Date ? string : T extends object ? { [K in keyof T]: WithTexts<T[K]> } : T

/** Converts a row to a caller. */
export function toCaller({ caller }: Pick<CallerRow, 'caller'>): Caller {
  const { consumerCase, application } = caller
  return {
    ...caller,
    hasSecondFactor: caller.hasSecondFactor ?? false,
    needsSecondFactor: false,
    needsStepUp: false,
    onboardingCompletedAt: moment(caller.onboardingCompletedAt),
    lastLogin: moment(caller.lastLogin),
    createdAt: new Date(caller.createdAt),
    updatedAt: new Date(caller.updatedAt),
    authTime: new Date(caller.authTime),
    application: application && { ...application, expiresAt: new Date(application.expiresAt) },
    consumerCase: consumerCase && { ...consumerCase, decidedAt: moment(consumerCase.decidedAt) },
  }
}

function moment(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}

import { createHash } from 'node:crypto'
import { query } from './postgres.ts'
import { withoutSearchIndexes } from './search-indexes.ts'

/** The email domain of staff in the measured deployment. */
export const COMPANY_DOMAIN = 'verdaccord.example'

/** Adds `count` people from id 1, each signed up one minute after the one before, without sessions. */
export async function addPeople(url: string, count: number): Promise<void> {
  await withoutSearchIndexes(url, async () => {
    await query(
      url,
      `insert into users (issuer, auth0_id, auth0_email, email_verified, email, email_confirmed_at, name, nickname, user_type,
         is_buyer, last_login, created_at, updated_at)
       select 'https://id.${COMPANY_DOMAIN}/', 'auth0|' || lpad(n::text, 24, '0'), 'person' || n || '@people.example', true,
         'person' || n || '@people.example', now(), 'Person ' || md5(n::text), 'person' || n, 'buy_retire', true, now(),
         now() - n * interval '1 minute', now()
       from generate_series(1, $1::int) n`,
      [count],
    )
  })
  await query(url, 'vacuum analyze users')
}

/** Gives each of these people a consumer case under review and a profile, as most people have. */
export async function addCases(url: string): Promise<void> {
  await query(
    url,
    `insert into cases (user_id, kind, state, version, round, round_limit, items, submitted_at, due_at, created_at, updated_at)
     select id, 'consumer', 'submitted', 1, 1, 3, '[]', now(), now() + interval '2 days', now(), now() from users`,
  )
  // The trigger writes the search entries person by person: a million are written faster at once.
  await withoutSearchIndexes(url, async () => {
    await query(
      url,
      `alter table kyc_profiles disable trigger search_kyc_profiles;
       insert into kyc_profiles (user_id, case_id, first_name, last_name, dob, email, phone, address, doc_type, created_at, updated_at)
       select user_id, id, 'Ada', 'Lovelace', '1988-03-09', 'person' || user_id || '@people.example', '+442079460142',
         '14 Larkfield Road, Bristol', 'passport', now(), now() from cases;
       select search_write_people(array(select user_id from cases));
       alter table kyc_profiles enable trigger search_kyc_profiles`,
    )
  })
  await query(url, 'vacuum analyze cases')
  await query(url, 'vacuum analyze kyc_profiles')
}

/**
 * Gives each of the first `count` people a waiting case, submitted one minute apart within the last sixty
 * hours. Half of them are assigned to twenty reviewers.
 */
export async function addWaitingCases(url: string, count: number): Promise<void> {
  await query(
    url,
    `insert into cases (user_id, kind, state, version, round, round_limit, items, submitted_at, due_at, created_at, updated_at, assigned_to)
     select id, 'consumer', case when id % 3 = 0 then 'in_review' else 'submitted' end, 1, 1, 5, '[]', at, at + interval '48 hours', at, at,
       case when id % 2 = 0 then id % 40 / 2 + 1 end
     from (select id, now() - (id % 3600) * interval '1 minute' as at from users where id <= $1) people`,
    [count],
  )
  await query(url, 'vacuum analyze cases')
}

/** Signs people in and returns their tokens, in the order of `ids`. */
export async function addSessions(url: string, ids: number[]): Promise<string[]> {
  const tokens = ids.map((id) => createHash('sha256').update(`session ${id}`).digest('base64url'))
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('base64url'))
  await query(
    url,
    `insert into sessions (token_hash, user_id, auth_time, created_at, last_seen_at, expires_at, has_second_factor)
     select h, u, now(), now(), now(), now() + interval '8 hours', true from unnest($1::text[], $2::bigint[]) as s (h, u)`,
    [hashes, ids],
  )
  await query(url, 'vacuum analyze sessions')
  return tokens
}

/** Makes someone an administrator of the company and returns their session token. */
export async function addAdministrator(url: string): Promise<string> {
  const [admin] = await query<{ id: string }>(
    url,
    `insert into users (issuer, auth0_id, auth0_email, email_verified, email, name, is_admin)
     values ('https://id.${COMPANY_DOMAIN}/', 'auth0|administrator', 'admin@${COMPANY_DOMAIN}', true,
       'admin@${COMPANY_DOMAIN}', 'Administrator', true) returning id`,
  )
  const [token] = await addSessions(url, [Number(admin?.id)])
  if (!token) throw new Error('A session has a token')
  return token
}

/** Returns `wanted` integers from 1 to `count`, spread evenly. */
export function spread(count: number, wanted: number): number[] {
  const step = count / wanted
  return Array.from({ length: wanted }, (_, i) => Math.floor(i * step) + 1)
}

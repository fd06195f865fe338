import { COMPANY_DOMAIN } from './people.ts'
import { query } from './postgres.ts'

/**
 * The events of a person: seconds after the start, type, data, the share of people who get that far, and
 * whether it concerns the case.
 */
const HISTORY = `
  (0, 'user.created', '{}', 1.0, false),
  (60, 'consent.accepted', '{"name":"main_risk_disclosure"}', 0.95, false),
  (90, 'consent.accepted', '{"name":"terms"}', 0.95, false),
  (300, 'document.stored', '{"slot":"id-front"}', 0.9, false),
  (360, 'document.stored', '{"slot":"selfie"}', 0.85, false),
  (420, 'document.stored', '{"slot":"proof-of-address"}', 0.8, false),
  (600, 'case.submitted', '{"state":"submitted"}', 0.75, true),
  (7200, 'case.claimed', '{"state":"in_review"}', 0.7, true),
  (86400, 'case.approved', '{"state":"approved"}', 0.7, true),
  (90000, 'auth.signed_in', '{}', 1.0, false), (90060, 'mail.queued', '{}', 1.0, false),
  (180000, 'auth.signed_in', '{}', 1.0, false), (180060, 'auth.signed_out', '{}', 1.0, false),
  (270000, 'auth.signed_in', '{}', 1.0, false), (270060, 'document.fetched', '{}', 1.0, false),
  (360000, 'auth.signed_in', '{}', 1.0, false), (360060, 'document.fetched', '{}', 1.0, false),
  (450000, 'auth.signed_in', '{}', 1.0, false), (450060, 'auth.signed_out', '{}', 1.0, false),
  (540000, 'auth.signed_in', '{}', 1.0, false), (540060, 'auth.signed_out', '{}', 1.0, false),
  (630000, 'auth.signed_in', '{}', 1.0, false)`

/** The average number of events per person. */
export const EVENTS_EACH = 20
/** The state of a person's case, by their place in `share`: approved, waiting or not submitted. */
const STATE =
  "case when share < 0.7 and at < now() - interval '1 day' then 'approved' when share < 0.75 then 'submitted' else 'draft' end"

/**
 * Adds `count` people with their cases and about twenty events each; `recent` of them signed up within 30 days,
 * the others in the five years before. Triggers and indexes are added at the end, and the counts are filled as
 * the migration fills them. The events have no hashes.
 */
export async function addHistory(url: string, count: number, recent: number): Promise<{ fillMs: number }> {
  const indexes = await query<{ name: string; statement: string }>(
    url,
    // The indexes on the partitioned table, which include those of each month.
    `select c.relname as name, replace(pg_get_indexdef(c.oid), ' ON ONLY ', ' ON ') as statement
     from pg_partition_tree('events') t join pg_index i on i.indrelid = t.relid join pg_class c on c.oid = i.indexrelid
     where not i.indisprimary and not c.relispartition`,
  )
  await query(
    url,
    `set session_replication_role = replica; set maintenance_work_mem = '1GB'; set work_mem = '256MB'; set synchronous_commit = off;
     ${indexes.map(({ name }) => `drop index ${name};`).join(' ')}
     insert into users (issuer, auth0_id, auth0_email, email_verified, email, email_confirmed_at, name, user_type, is_buyer, created_at, updated_at)
     select 'https://id.${COMPANY_DOMAIN}/', 'auth0|' || n, 'person' || n || '@people.example', true, 'person' || n || '@people.example',
       now(), 'Person ' || md5(n::text), 'buy_retire', true, now(), now() from generate_series(1, ${count}) n;
     create temp table began as select id, id::float / ${count} as place,
       case when id <= ${recent} then now() - (${recent} - id) * interval '30 days' / ${recent}
         else now() - interval '30 days' - (${count} - id) * interval '5 years' / ${count} end as at,
       (hashint8(id) & 2147483647) / 2147483648.0 as share from users;
     insert into cases (user_id, kind, state, version, round, round_limit, items, submitted_at, due_at, decided_at, created_at, updated_at)
     select id, 'consumer', ${STATE}, 1, (share < 0.75)::int, 5, '[]', case when share < 0.75 then at + interval '10 minutes' end,
       case when share < 0.75 and (share >= 0.7 or at >= now() - interval '1 day') then now() + (share - 0.5) * interval '8 days' end,
       case when share < 0.7 and at < now() - interval '1 day' then at + interval '1 day' end, at, at
     from began where share < 0.7 or (share < 0.75 and id <= ${recent}) or share >= 0.95 order by id;
     insert into events (at, type, actor_kind, actor_id, user_id, case_id, after, lane, seq, prev_hash, hash)
     select at, type, 'user', user_id, user_id, case_id, after, lane, 100 + row_number() over (order by at), '', ''
     from (
       select b.at + h.seconds * interval '1 second' as at, h.type, b.id as user_id, case when h.in_case then c.id end as case_id,
         h.after::jsonb as after, b.id % 64 as lane
       from began b left join cases c on c.user_id = b.id, (values ${HISTORY}) as h (seconds, type, after, until, in_case)
       where b.share < h.until and (not h.in_case or c.id is not null)
     ) told where at < now() order by at;
     ${indexes.map(({ statement }) => `${statement};`).join(' ')}`,
  )
  for (const table of ['users', 'cases', 'events']) await query(url, `vacuum analyze ${table}`)
  const startedAt = performance.now()
  await query(url, 'update figure_fills set filled_to = 0, is_whole = false')
  while ((await query<{ more: boolean }>(url, 'select fill_figures(20000) as more'))[0]?.more) {
    // Repeated until there is no more, as after the migration.
  }
  for (const table of ['kept_figures', 'begun_people', 'first_decisions'])
    await query(url, `vacuum analyze ${table}`)
  return { fillMs: performance.now() - startedAt }
}

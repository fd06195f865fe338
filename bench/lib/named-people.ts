import { COMPANY_DOMAIN } from './people.ts'
import { query } from './postgres.ts'
import { withoutSearchIndexes } from './search-indexes.ts'

/** First names, some with accents, all equally common. */
export const GIVEN: readonly string[] = (
  'María Siân José Oliver Amelia George Isla Noah Ava Zoë Jürgen Łukasz Søren Chloé François Aisling Mohammed Priya Wei ' +
  'Annika John Sarah James Emily David Laura Peter Sophie Robert Hannah Thomas Grace William Lucy Henry Ella Daniel Mia Samuel Freya'
).split(' ')

/**
 * Family names: one person in fifty has one of the common ones, the others are spread over 31,200, with more
 * people for the first ones.
 */
const COMMON = ['García', 'Neill', 'Smith', 'Jones', 'Müller', 'Öztürk']
const HEADS =
  'Gar Mor Tan Bel Har Wil Sto Fer Lan Ric Don Mac Pen Ros Kel Bar Vin Sal Cor Hol Dun Esk Thor Bran Ald Nor'
const MIDDLES = 'a e i o u y ea ou ie ar'
const TAILS = 'son ton lin cia well man ford ska berg nez rick field worth by sen dale shaw ins er ley'
const ENDS = 's,a,o,ia,ova,ic'

/**
 * Adds `count` people with realistic names, each with a consumer's profile and an approved case, and their
 * search entries, which are filled first and indexed afterwards, as in the migration.
 */
export async function addNamedPeople(url: string, count: number): Promise<void> {
  const list = (words: string) => `string_to_array('${words}', '${words.includes(',') ? ',' : ' '}')`
  const people = `
     set session_replication_role = replica;
     create function pg_temp.family(n int) returns text language sql immutable as $f$
       select case when n % 50 = 0 then (${list(COMMON.join(','))})[1 + n / 50 % ${COMMON.length}]
         else (${list(HEADS)})[1 + k * 7 % 26] || (${list(MIDDLES)})[1 + k / 26 % 10] || (${list(TAILS)})[1 + k / 260 % 20]
           || case when k < 5200 then '' else (${list(ENDS)})[1 + k / 5200 % 6] end end
       from (select floor(31200 * power((hashint4(n + 7) & 2147483647) % 100000 / 100000.0, 2))::int as k) drawn
     $f$;
     insert into users (issuer, auth0_id, auth0_email, email_verified, email, name, user_type, created_at, updated_at)
     select 'https://id.${COMPANY_DOMAIN}/', 'auth0|' || lpad(n::text, 24, '0'), mail, true, mail, given || ' ' || family,
       'buy_retire', now() - n * interval '1 minute', now()
     from (select n, (${list(GIVEN.join(','))})[1 + (hashint4(n) & 2147483647) % ${GIVEN.length}] as given,
         pg_temp.family(n) as family from generate_series(1, ${count}) n) named,
       lateral (select btrim(search_words(given)) || '.' || btrim(search_words(family)) || n || '@'
         || (array['gmail.com', 'outlook.com', 'people.example', 'carbon.example', 'yahoo.co.uk'])[1 + n % 5] as mail) m
     order by n;
     insert into cases (user_id, kind, state, version, round, round_limit, items, submitted_at, due_at, created_at, updated_at)
     select id, 'consumer', 'approved', 1, 1, 3, '[]', created_at, created_at + interval '2 days', created_at, created_at from users;
     insert into kyc_profiles (user_id, case_id, first_name, last_name, dob, email, phone, address, doc_type, created_at, updated_at)
     select c.user_id, c.id, split_part(u.name, ' ', 1), split_part(u.name, ' ', 2), '1988-03-09', u.email,
       '+447' || lpad((c.user_id * 7919 % 1000000000)::text, 9, '0'), '14 Larkfield Road, Bristol', 'passport', now(), now()
     from cases c join users u on u.id = c.user_id;
     insert into search_entries select * from search_entries_of_people(null);`
  await withoutSearchIndexes(url, async () => {
    await query(url, people)
  })
  for (const table of ['users', 'cases', 'kyc_profiles']) await query(url, `vacuum analyze ${table}`)
}

import { statement } from '#server/platform/database/statement.ts'

export const lockReader = statement({
  text: "select pg_advisory_xact_lock(hashtextextended('reading:' || $1, 0))",
  takes: ['text'],
  gives: { pg_advisory_xact_lock: 'void' },
})

export const selectRecentReading = statement({
  text: `select count(distinct user_id) filter (where at > $4)::int as "peopleInHour",
       count(distinct user_id)::int as "peopleInDay",
       count(distinct user_id) filter (where basis = 'reason')::int as "withoutCaseInDay"
     from (
       select user_id, at, after->>'basis' as basis from events
       where actor_id = $1 and actor_id is distinct from user_id and at > $5
         and type in ('document.fetched', 'document.downloaded')
       union all select $2::bigint, $6::timestamptz, $3::text
     ) opened`,
  takes: ['int8', 'int8', 'text', 'timestamptz', 'timestamptz', 'timestamptz'],
  gives: { peopleInHour: 'int4', peopleInDay: 'int4', withoutCaseInDay: 'int4' },
})

export const selectUndone = statement({
  text: `select exists (
       select from events where user_id = $1 and type = 'document.undone' and subject = 'document:' || $2) as "isUndone"`,
  takes: ['int8', 'text'],
  gives: { isUndone: 'bool' },
})

export const selectNamesOfPerson = statement({
  text: `select name from users where id = $1
     union all select first_name || ' ' || last_name from kyc_profiles where user_id = $1
     union all select p.full_name from business_people p join business_profiles b on b.id = p.profile_id where b.user_id = $1`,
  takes: ['int8'],
  gives: { name: 'text?' },
})

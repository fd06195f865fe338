import { statement } from '#server/platform/database/statement.ts'

export const selectMaintenance = statement({
  text: 'select from installation where maintenance_since is not null',
})

/**
 * SQL that counts the requests of `asked`, a relation of `key` and `until`: when a window that begins `now`
 * would end, both in milliseconds. The first request for a key opens a window, and the first after its end
 * another. One statement decides, so that each of many concurrent requests is counted; keys are sorted, so that
 * two statements never deadlock.
 */
export function countSql(asked: string, now: string): string {
  return `insert into rate_limits (key, points, expire)
    select key, count(*), min(until) from ${asked} group by key order by key
    on conflict (key) do update set
      points = excluded.points + case when rate_limits.expire <= ${now} then 0 else rate_limits.points end,
      expire = case when rate_limits.expire <= ${now} then excluded.expire else rate_limits.expire end
    returning key, points, expire`
}

/**
 * SQL for each bucket's count after each of the requests that were counted together, in the order of their
 * `place`.
 */
export const POINTS_OF_EACH = `
  (points - count(*) over (partition by key) + row_number() over (partition by key order by place))::int as points`

export const countRequests = statement({
  name: 'count-requests',
  text: `
  with asked as (
    select * from unnest($2::text[], $3::bigint[]) with ordinality as asked (key, until, place)
  ), counted as (
    ${countSql('asked', '$1::bigint')}
  )
  select ${POINTS_OF_EACH}, expire from asked join counted using (key) order by place`,
  takes: ['int8', 'text[]', 'int8[]'],
  gives: { points: 'int4', expire: 'int8!' },
})

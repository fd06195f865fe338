import { statement } from '#server/platform/database/statement.ts'

/** Events of more people than this can't be searched at once. */
export const MOST = 200

export const selectEventTypes = statement({
  text: `with recursive found as (
       (select type from events order by type limit 1)
       union all
       select (select e.type from events e where e.type > found.type order by e.type limit 1)
       from found where found.type is not null
     ) select type from found where type is not null`,
  gives: { type: 'text' },
})

export const selectIdsByEmail = statement({
  text: `select id from users where lower(email) = lower($1)
     union select id from users where lower(auth0_email) = lower($1) limit ${MOST}`,
  takes: ['text'],
  gives: { id: 'int8' },
})

/** A moment with the stored precision, in microseconds, which fits a JavaScript number. */
export const MICROS = '(extract(epoch from at) * 1000000)::bigint'

const monthsBy = (order: 'asc' | 'desc') =>
  statement({
    text: `select m.first_id as "firstId", m.end_id as "endId", ${MICROS} as micros
     from events_months() m cross join lateral (
       select e.at from events e where e.id >= m.first_id and e.id < m.end_id order by e.at ${order} limit 1) edge
     order by at ${order}`,
    gives: { firstId: 'int8', endId: 'int8', micros: 'int8' },
  })
/** The months with events, by the time of each one's first event, in either order. */
export const selectMonths = { asc: monthsBy('asc'), desc: monthsBy('desc') }

/**
 * Who was an auditor from when until when: from each change of their roles to the next, from the beginning if their
 * first change found them one, and until now if they still are.
 */
export const selectAuditorTimes = statement({
  text: `with changes as (
       select user_id, at, before, after, lag(at) over by_person is null as is_first, lead(at) over by_person as until
       from events where type in ('user.role_granted', 'user.role_removed') and user_id is not null
       window by_person as (partition by user_id order by id)
     ) select user_id as id, at::text as since, coalesce(until::text, 'infinity') as until
       from changes where after->'roles' ? 'auditor'
     union all
     select user_id, '-infinity', at::text from changes where is_first and before->'roles' ? 'auditor'
     union all
     select u.id, '-infinity', 'infinity' from users u
       where u.roles <> '{}' and 'auditor' = any(u.roles) and not exists (select from changes c where c.user_id = u.id)`,
  gives: { id: 'int8!', since: 'text!', until: 'text!' },
})

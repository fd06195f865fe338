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

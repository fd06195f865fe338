import type { ActingUser } from '#domain/roles/acting-user.ts'
import { as, statement } from '#server/platform/database/statement.ts'

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

/** The columns of an event in the log and its export. */
export const AUDIT_COLUMNS = `id, at, type, actor_kind, actor_id, user_id, case_id, subject, before, after, reasons, note, ip,
       request_id, lane, seq, prev_hash, hash`

export const EVENT = {
  id: 'int8',
  at: 'timestamptz',
  type: 'text',
  actor_kind: as<ActingUser['kind']>('text'),
  actor_id: 'int8?',
  user_id: 'int8?',
  case_id: 'int8?',
  subject: 'text?',
  before: 'jsonb?',
  after: 'jsonb?',
  reasons: 'text[]?',
  note: 'text?',
  ip: 'text?',
  request_id: 'text?',
  lane: 'int4',
  seq: 'int8',
  prev_hash: 'bytea!',
  hash: 'bytea!',
  isWithheld: 'bool',
} as const

/** The condition of what is withheld from a reader: what others did about them. */
export const isWithheldFrom = (reader: string) =>
  `(user_id is not distinct from ${reader} and actor_id is distinct from ${reader})`

export const selectLaneEnds = statement({
  text: 'select lane, seq from event_lanes order by lane',
  gives: { lane: 'int4', seq: 'int8' },
})

/** A part of a lane, in its order: $1 is the reader. */
export const selectEventsOfLane = statement({
  text: `select ${AUDIT_COLUMNS}, ${isWithheldFrom('$1')} as "isWithheld"
     from events where lane = $2 and seq > $3 and seq <= $4 order by seq limit $5`,
  takes: ['int8', 'int4', 'int8', 'int8', 'int8'],
  gives: EVENT,
})

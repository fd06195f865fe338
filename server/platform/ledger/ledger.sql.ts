import { sayChange } from '#server/platform/database/changes.sql.ts'
import { statement } from '#server/platform/database/statement.ts'

export const countAddedEvents = statement({
  text: `select coalesce(sum(greatest(e.seq - coalesce(c.seq, 0), 0)), 0) as added from event_lanes e
         left join unnest($1::bigint[], $2::bigint[]) as c (lane, seq) on c.lane = e.lane`,
  takes: ['int8[]', 'int8[]'],
  gives: { added: 'numeric' },
})

export const openMonthOfEvents = statement({
  text: 'select open_events_month() as opened',
  gives: { opened: 'bool' },
})

/** Appends an event and announces, to listeners once it is committed, what it changes. */
export const insertEvent = statement({
  text: `insert into events (at, type, actor_kind, actor_id, user_id, case_id, subject, before, after, reasons, note, ip, request_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     returning case when $14::text is not null then ${sayChange('$14')} end as said`,
  takes: [
    'timestamptz',
    'text',
    'text',
    'int8?',
    'int8?',
    'int8?',
    'text?',
    'jsonb?',
    'jsonb?',
    'text[]?',
    'text?',
    'text?',
    'text?',
    'text?',
  ],
  gives: { said: 'void?' },
})

export const beginToRead = statement({ text: 'begin read only' })

/**
 * For one transaction: fixes how names are resolved and timestamps written, whatever the database's owner has
 * set.
 */
export const setHowValuesAreWritten = statement({
  text: `select pg_catalog.set_config('search_path', 'pg_catalog', true) as path, pg_catalog.set_config('timezone', 'UTC', true) as zone,
    pg_catalog.set_config('datestyle', 'ISO, YMD', true) as style`,
  gives: { path: 'text', zone: 'text', style: 'text' },
})

import { statement } from '#server/platform/database/statement.ts'

/**
 * Waiting emails that no process has claimed: the condition of the index `mails_due`, which both queries below
 * use.
 */
const IS_DUE = `status = 'queued' and due_at <= now() and (claimed_until is null or claimed_until < now())`

/** How long a claim holds. A running process renews it; after a crash its emails are left to others. */
export const RESERVED_SECONDS = 60

/** How long an email without a due time may wait for the product version that wrote it. */
const ADOPT_AFTER = "interval '2 minutes'"

export const LEFT_BEHIND = `status = 'queued' and due_at is null and created_at < now() - ${ADOPT_AFTER}`

export const selectDueKinds = statement({
  text: `with recursive kinds as (
       (select kind from mails where status = 'queued' order by kind limit 1)
       union all
       select (select kind from mails where status = 'queued' and kind > k.kind order by kind limit 1)
       from kinds k where k.kind is not null
     )
     select k.kind, due.n as count from kinds k cross join lateral (
       select count(*)::int as n from (
         -- In order, so that it is the index that is read and not the table.
         select 1 from mails where kind = k.kind and ${IS_DUE} order by due_at, id limit $1
       ) counted
     ) due
     where k.kind is not null and due.n > 0`,
  takes: ['int8'],
  gives: { kind: 'text', count: 'int4' },
})

export const reserveDueMails = statement({
  text: `with picked as materialized (
       select m.id from unnest($1::text[], $2::int[]) as share (kind, places) cross join lateral (
         select id from mails where kind = share.kind and ${IS_DUE}
         order by due_at, id limit share.places for update skip locked
       ) m
     )
     update mails set claimed_until = now() + interval '${RESERVED_SECONDS} seconds'
     where id = any (array(select id from picked)) returning id, kind, due_at`,
  takes: ['text[]', 'int4[]'],
  gives: { id: 'int8', kind: 'text', due_at: 'timestamptz!' },
})

export const renewReservedMails = statement({
  text: `update mails set claimed_until = now() + interval '${RESERVED_SECONDS} seconds' where id = any($1) and status = 'queued'`,
  takes: ['int8[]'],
})

export const releaseReservedMails = statement({
  text: "update mails set claimed_until = null where id = any($1) and status = 'queued'",
  takes: ['int8[]'],
})

export const adoptLeftMails = statement({
  text: `update mails set due_at = created_at where ${LEFT_BEHIND}`,
})

export const insertMailEvent = statement({
  text: `insert into mail_events (event_key, mail_id, event, description, at, received_at, provider_id, undeliverable)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (event_key) do nothing`,
  takes: ['text', 'int8?', 'text', 'text?', 'timestamptz', 'timestamptz', 'text?', 'bool?'],
})

export const insertMail = statement({
  text: `insert into mails (message_key, kind, user_id, to_address, subject, html, text, created_at, attachments, unsubscribe_url,
       case_id, due_at, traceparent, return_token)
     values ($1, $2, $3, $4, $5, $6, $7, coalesce($8, now()), $9, $10, $11, now(), $12,
       replace(gen_random_uuid()::text, '-', ''))
     on conflict (message_key) do nothing`,
  takes: [
    'text',
    'text',
    'int8?',
    'text',
    'text',
    'text',
    'text',
    'timestamptz?',
    'jsonb?',
    'text?',
    'int8?',
    'text?',
  ],
})

export const requeueFailedMail = statement({
  text: `update mails set status = 'queued', attempts = 0, last_error = null, claimed_until = null, due_at = now(), requeued_at = $2
     where id = $1 and status = 'failed' and html <> ''`,
  takes: ['int8', 'timestamptz'],
})

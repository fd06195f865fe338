import { roleGives } from '#server/model/access/caller-query.ts'
import { sayChange } from '#server/platform/database/changes.sql.ts'
import { as, statement } from '#server/platform/database/statement.ts'

const COLUMNS =
  'notice_key, user_id, title, detail, path, created_at, about_user_id, about_kind, urgent_until, task'

/** What happened to an email so that its address gets no more reminders. */
export type Unwelcome = 'bounced' | 'complained'

/**
 * A subquery for the reason against an address: an email to it bounced, or was marked as spam. A bounce counts
 * until someone has confirmed the address after that email was written. Null if there is none.
 */
export const whyUnwelcome = (address: string) => `(
  select case when r.complained_at is null then 'bounced' else 'complained' end from mails r
  where lower(r.to_address) = lower(${address}) and (r.bounced_at is not null or r.complained_at is not null)
    and (r.complained_at is not null or not exists (
      select 1 from users u where lower(u.email) = lower(${address}) and u.email_confirmed_at > r.created_at))
  limit 1)`

export const selectSuperAdmins = statement({
  text: 'select id from users where is_super_admin and disabled_at is null and suspended_at is null order by id',
  gives: { id: 'int8' },
})

export const selectMailByReturnToken = statement({
  text: 'select from mails where id = $1 and return_token = $2',
  takes: ['int8', 'text'],
})

/** Announces whose notices changed. */
const SAID = `${sayChange("'notices ' || user_id")} as said`

/** A notice's content, from $3 on, the same for all recipients. */
const SAYS = '$3::text, $4::text, $5::text, $6::timestamptz, $7::bigint, $8::text, $9::timestamptz, $10::text'
const SAYS_TAKES = [
  'text',
  'text?',
  'text?',
  'timestamptz',
  'int8?',
  'text?',
  'timestamptz?',
  'text?',
] as const

export const insertNotice = statement({
  text: `insert into notices (${COLUMNS})
     select $1, u.id, ${SAYS}
     from users u where u.id = $2 and u.issuer <> $11 and u.disabled_at is null
     on conflict (notice_key) do nothing returning ${SAID}`,
  takes: ['text', 'int8', ...SAYS_TAKES, 'text'],
  gives: { said: 'void' },
})

/** Inserts a notice for everyone whose role allows something, with exceptions. */
const FOR_STAFF = `insert into notices (${COLUMNS})
     select u.id || ':' || $1, u.id, ${SAYS}
     from users u where ${roleGives('$11')} and u.disabled_at is null and u.id <> all($2::bigint[])`

export const insertStaffNotices = statement({
  text: `${FOR_STAFF}
     on conflict (notice_key) do nothing returning ${SAID}`,
  takes: ['text', 'int8[]', ...SAYS_TAKES, 'text[]'],
  gives: { said: 'void' },
})

/** The same, replacing the text for those who have it: what it is about has grown, or is to be done again. */
export const growStaffNotices = statement({
  text: `${FOR_STAFF}
     on conflict (notice_key) do update set title = excluded.title, detail = excluded.detail, path = excluded.path,
       about_user_id = excluded.about_user_id, about_kind = excluded.about_kind, handled_at = null
     returning ${SAID}`,
  takes: ['text', 'int8[]', ...SAYS_TAKES, 'text[]'],
  gives: { said: 'void' },
})

export const selectNoticeKeys = statement({
  text: 'select notice_key as key from notices where notice_key = any($1)',
  takes: ['text[]'],
  gives: { key: 'text' },
})

export const countUpNotice = statement({
  text: 'update notices set number = number + 1 where notice_key = $1 returning number',
  takes: ['text'],
  gives: { number: 'int4' },
})

export const updateNotice = statement({
  text: `update notices set title = $2, detail = $3, path = $4, about_user_id = $5, about_kind = $6 where notice_key = $1
     returning ${SAID}`,
  takes: ['text', 'text', 'text?', 'text?', 'int8?', 'text?'],
  gives: { said: 'void' },
})

export const closeNoticesOfTask = statement({
  text: `update notices set handled_at = $2 where task = $1 and handled_at is null returning ${SAID}`,
  takes: ['text', 'timestamptz'],
  gives: { said: 'void' },
})

export const markReturned = statement({
  text: `with told as (
       select case when undeliverable then 'bounced' else 'complained' end as event, min(description) as description
       from mail_events where mail_id = $1 and (undeliverable or event = 'complained') group by 1
     ), news as (
       select m.*, t.event, t.description from mails m, told t
       where m.id = $1 and case t.event when 'bounced' then m.bounced_at else m.complained_at end is null
       for update of m
     ), marked as (
       update mails set
         bounced_at = case when exists (select 1 from news where event = 'bounced') then $2 else bounced_at end,
         complained_at = case when exists (select 1 from news where event = 'complained') then $2 else complained_at end
       where id = (select min(id) from news)
     )
     select id, kind, user_id, case_id, event, description from news`,
  takes: ['int8', 'timestamptz'],
  gives: {
    id: 'int8',
    kind: 'text',
    user_id: 'int8?',
    case_id: 'int8?',
    event: as<Unwelcome>('text'),
    description: 'text?',
  },
})

export const selectWhyUnwelcome = statement({
  text: `select ${whyUnwelcome('$1')} as why`,
  takes: ['text'],
  gives: { why: as<Unwelcome>('text?') },
})

export const selectBouncedAt = statement({
  text: `select max(bounced_at) as at from mails
     where lower(to_address) = lower($1) and bounced_at is not null and user_id = $2
       and created_at >= coalesce($3::timestamptz, '-infinity')`,
  takes: ['text', 'int8', 'timestamptz?'],
  gives: { at: 'timestamptz?' },
})

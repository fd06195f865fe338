import { statement } from '#server/platform/database/statement.ts'

export const selectWithoutStatement = statement({
  text: `
  select u.id from users u
  where (u.investor_category is not null or u.is_trader or u.is_investor)
    and not exists (
      select from certifications c
      where c.user_id = u.id and c.superseded_at is null and c.expires_at > $3
        and c.certification_name = 'investor_' || u.investor_category)
    and u.id > $1 order by u.id limit $2`,
  takes: ['int8', 'int8', 'timestamptz'],
  gives: { id: 'int8' },
})

/** A first acceptance with its event, in one transaction; returns no row if the person has one in force. */
export const insertFirstAcceptance = statement({
  name: 'accept-first',
  text: `
  with added as (
    insert into certifications (user_id, certification_type, certification_name, text_version, certification_text, text_sha256,
      text_confirmed, reference_url, additional_data, ip, user_agent, acknowledged_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    on conflict (user_id, certification_name) where superseded_at is null do nothing
    returning id
  ), recorded as (
    insert into events (at, type, actor_kind, actor_id, user_id, subject, after, ip, request_id)
    select $12, 'consent.accepted', 'user', $1, $1, 'certification:' || id,
      $13::jsonb || jsonb_build_object('textConfirmed', $7::boolean), $10, $14
    from added
  )
  select id from added`,
  takes: [
    'int8',
    'text',
    'text',
    'text',
    'text',
    'text',
    'bool',
    'text?',
    'jsonb?',
    'text?',
    'text?',
    'timestamptz',
    'jsonb',
    'text',
  ],
  gives: { id: 'int8' },
})

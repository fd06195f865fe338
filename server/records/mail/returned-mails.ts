import type { Db } from '#server/platform/database/database.ts'
import { recordEvent } from '#server/platform/ledger/record-event.ts'

interface Returned {
  id: string
  kind: string
  user_id: string | null
  case_id: string | null
  event: 'bounced' | 'complained'
  description: string | null
}

/** Marks a mail as bounced or called spam where one of its events says so, and records that, once each. */
export async function noteReturn(tx: Db, mailId: number, now: Date): Promise<void> {
  const { rows } = await tx.$client.query<Returned>(
    `with told as (
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
    [mailId, now],
  )
  for (const { kind, user_id, case_id, event, description } of rows) {
    if (user_id === null) continue
    await recordEvent(tx, {
      at: now,
      type: `mail.${event}`,
      actor: { kind: 'system' },
      userId: Number(user_id),
      caseId: case_id === null ? undefined : Number(case_id),
      subject: `mail:${kind}`,
      note: description ?? undefined,
    })
  }
}

/** Why an address gets no reminders, in words for staff. */
export const UNWELCOME = {
  bounced: 'An earlier email to this address bounced, so we don’t send reminders to it.',
  complained: 'An earlier email to this address was marked as spam, so we don’t send reminders to it.',
} as const

/**
 * The question for a key of UNWELCOME of an address, for a part of a query: what we wrote there bounced, or was called spam. A
 * bounce counts until someone has confirmed the address after that mail was written. Null where nothing stands in the way.
 */
export const whyUnwelcome = (address: string) => `(
  select case when r.complained_at is null then 'bounced' else 'complained' end from mails r
  where lower(r.to_address) = lower(${address}) and (r.bounced_at is not null or r.complained_at is not null)
    and (r.complained_at is not null or not exists (
      select 1 from users u where lower(u.email) = lower(${address}) and u.email_confirmed_at > r.created_at))
  limit 1)`

/** Why this address gets no reminders, in words for staff; undefined where nothing stands in the way. */
export async function unwelcomeAt(db: Db, address: string): Promise<string | undefined> {
  const { rows } = await db.$client.query<{ why: keyof typeof UNWELCOME | null }>(
    `select ${whyUnwelcome('$1')} as why`,
    [address],
  )
  const why = rows[0]?.why
  return why ? UNWELCOME[why] : undefined
}

/**
 * When a mail to a person's address bounced last; null where none did since they have confirmed it. It tells of no mail of
 * someone else who has given the same address.
 */
export async function bouncedAt(
  db: Db,
  user: { id: number; email: string | null; emailConfirmedAt: Date | null },
): Promise<Date | null> {
  if (user.email === null) return null
  const { rows } = await db.$client.query<{ at: Date | null }>(
    `select max(bounced_at) as at from mails
     where lower(to_address) = lower($1) and bounced_at is not null and user_id = $2
       and created_at >= coalesce($3::timestamptz, '-infinity')`,
    [user.email, user.id, user.emailConfirmedAt],
  )
  return rows[0]?.at ?? null
}

import { type BetaInvite, type InvitationSort, RECENT_LOGINS } from '#contract/invitations/invitations.ts'
import { invitationStatus, resendRefusal } from '#domain/invitations/invitation.ts'
import {
  countingEvents,
  eventsOfInvitations,
  type StoredMailEvent,
} from '#server/model/invitations/invitations.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  contains,
  isAfter,
  isStorableKey,
  isStoredMoment,
  type Paging,
  pageOf,
  readCursor,
  sortPlace,
} from '#server/platform/database/keyset.ts'
import { bindings, composed, type Row as RowOfColumns } from '#server/platform/database/statement.ts'

interface InvitationSearch extends Paging {
  email?: string
  userId?: number
  id?: number
  sort: InvitationSort
  order: 'asc' | 'desc'
}

const ROW = {
  id: 'int8',
  email: 'text',
  name: 'text?',
  invited_at: 'timestamptz',
  status: 'text',
  expires_at: 'timestamptz',
  accepted_at: 'timestamptz?',
  user_id: 'int8?',
  resent_at: 'timestamptz?',
  invited_by: 'text?',
  resent_by: 'text?',
  sort_key: 'text',
  recent_logins: 'timestamptz[]',
} as const
type Row = RowOfColumns<typeof ROW>

/** The same as `invitationStatus`, for sorting: the row's timestamps take precedence over its email's status. */
const STATUS = `case when i.accepted_at is not null then 'accepted'
  when i.status in ('failed', 'unsubscribed', 'complained') then i.status
  when i.expires_at <= $1 then 'expired' else i.status end`
const KEYS = {
  invited_at: { expression: 'i.invited_at', cast: 'timestamptz' },
  email: { expression: 'lower(i.email)', cast: 'text' },
  status: { expression: STATUS, cast: 'text' },
} as const

/** Invitations with their tracking, page by page. Throws VALIDATION_ERROR for a cursor that isn't ours. */
export async function searchInvitations(
  db: Db,
  search: InvitationSearch,
  now: Date,
): Promise<{ invites: BetaInvite[]; nextCursor: string | null; count: number }> {
  const { values, value } = bindings(now)
  // Every statement reads the first value, so that all may share them.
  const filters = ['$1::timestamptz is not null']
  if (search.email) filters.push(`lower(i.email) like ${value(contains(search.email))}`)
  if (search.id) filters.push(`i.id = ${value(search.id)}`)
  if (search.userId) {
    const user = value(search.userId)
    filters.push(`(i.user_id = ${user} or lower(i.email) in (
      select lower(u.email) from users u where u.id = ${user} union select lower(u.auth0_email) from users u where u.id = ${user}))`)
  }
  const counted = await composed(db, {
    text: `select count(*)::int as n from invitations i where ${filters.join(' and ')}`,
    values: [...values],
    gives: { n: 'int4' },
  })

  const { expression, cast } = KEYS[search.sort]
  const place = search.cursor ? readCursor(search.cursor, isKeyOf(search.sort)) : undefined
  filters.push(isAfter(place, { key: expression, cast, id: 'i.id', order: search.order }, value))
  const { rows } = await composed(db, {
    text: `select i.id, i.email, i.name, i.invited_at, i.status, i.expires_at, i.accepted_at, i.user_id, i.resent_at,
       coalesce(s.name, s.auth0_email) as invited_by, coalesce(r.name, r.auth0_email) as resent_by,
       (${expression})::text as sort_key,
       array(select l.at from sign_ins l where l.user_id = i.user_id order by l.at desc limit ${RECENT_LOGINS}) as recent_logins
     from invitations i left join users s on s.id = i.invited_by left join users r on r.id = i.resent_by
     where ${filters.join(' and ')} order by ${expression} ${search.order}, i.id ${search.order} limit ${value(search.limit + 1)}`,
    values,
    gives: ROW,
  })
  const { page, nextCursor } = pageOf(rows, search.limit, sortPlace)
  const events = await eventsOfInvitations(
    db,
    page.map(({ id }) => Number(id)),
  )
  return {
    invites: page.map((row) => present(row, events.get(Number(row.id)) ?? [], now)),
    nextCursor,
    count: counted.rows[0]?.n ?? 0,
  }
}

function present(row: Row, events: StoredMailEvent[], now: Date): BetaInvite {
  const facts = {
    events: countingEvents(events, row.status),
    acceptedAt: row.accepted_at,
    expiresAt: row.expires_at,
  }
  const status = invitationStatus(facts, now)
  const wire = ({ event, description, at }: StoredMailEvent) => ({
    event,
    timestamp: at.toISOString(),
    details: { description },
  })
  return {
    id: Number(row.id),
    email: row.email,
    name: row.name,
    invited_at: row.invited_at.toISOString(),
    invited_by: row.invited_by,
    invitation_status: status,
    expires_at: row.expires_at.toISOString(),
    accepted_at: row.accepted_at?.toISOString() ?? null,
    user_id: row.user_id === null ? null : Number(row.user_id),
    may_resend: resendRefusal(status) === null,
    metadata: {
      email_events: events.filter(({ isCurrent }) => isCurrent).map(wire),
      previous_events: events.filter(({ isCurrent }) => !isCurrent).map(wire),
      resent_at: row.resent_at?.toISOString() ?? null,
      resent_by: row.resent_by,
    },
    recent_logins: row.recent_logins.map((at) => new Date(at).toISOString()),
  }
}

function isKeyOf(sort: InvitationSort): (key: string) => boolean {
  return sort === 'invited_at' ? isStoredMoment : isStorableKey
}

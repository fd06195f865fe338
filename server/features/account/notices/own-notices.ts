import type { z } from 'zod'
import type { listNotices, Notice } from '#contract/account/notices.ts'
import * as contract from '#contract/account/notices.ts'
import { isolated } from '#domain/isolated.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { unnamed } from '#server/model/people/names.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Paging, pageOf, readCursor } from '#server/platform/database/keyset.ts'
import { composed, type Row as RowOfColumns } from '#server/platform/database/statement.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { countUnreadNotices, IS_READ, IS_URGENT, markNoticesRead } from './notices.sql.ts'

/** The list behind the header's bell: one's own notices, and marking them as read (cases, What people are told). */
export function registerNotices(routes: Routes, { database, now }: Services): void {
  routes.on(contract.listNotices)(({ query, request }) =>
    noticesOf(database.db, callerOf(request).userId, query, now()),
  )

  routes.on(contract.readNotices)(async ({ body, request }) => {
    const { userId } = callerOf(request)
    await markRead(database.db, userId, body, now())
    return { success: true, ...(await countUnread(database.db, userId, now())) }
  })
}

const ROW = {
  id: 'int8',
  title: 'text',
  detail: 'text?',
  path: 'text?',
  created_at: 'timestamptz',
  is_read: 'bool',
  about_user_id: 'int8?',
  about_name: 'text?',
  is_urgent: 'bool',
} as const
type Row = RowOfColumns<typeof ROW>

/**
 * A page of a person's notices: urgent ones first, then newest first. One whose matter is done counts as read.
 * Throws VALIDATION_ERROR for a cursor that isn't ours.
 */
async function noticesOf(
  db: Db,
  userId: number,
  { limit, cursor }: Paging,
  now: Date,
): Promise<z.input<typeof listNotices.answer>> {
  const place = cursor ? readCursor(cursor, (key) => key === '' || key === 'urgent') : undefined
  const isAfter = place ? `and (${IS_URGENT} = $4 and n.id < $5 or $4 and not ${IS_URGENT})` : ''
  const { rows } = await composed(db, {
    text: `select n.id, n.title, n.detail, n.path, n.created_at, ${IS_READ} as is_read, n.about_user_id,
       coalesce(b.legal_name, u.name, u.auth0_email) as about_name, ${IS_URGENT} as is_urgent
     from notices n left join users u on u.id = n.about_user_id
     left join business_profiles b on b.user_id = n.about_user_id and n.about_kind = 'business'
     where n.user_id = $1 ${isAfter}
     order by ${IS_URGENT} desc, n.id desc limit $3`,
    values: [userId, now, limit + 1, ...(place ? [place.key === 'urgent', place.id] : [])],
    gives: ROW,
  })
  const { page, nextCursor } = pageOf(rows, limit, (last) => ({
    key: last.is_urgent ? 'urgent' : '',
    id: last.id,
  }))
  return { notices: page.map(present), ...(await countUnread(db, userId, now)), nextCursor }
}

/** The number of a person's notices that are unread or still urgent. */
async function countUnread(db: Db, userId: number, now: Date): Promise<{ unread: number; urgent: number }> {
  const { rows } = await countUnreadNotices(db, [userId, now])
  return rows[0] ?? { unread: 0, urgent: 0 }
}

/**
 * Marks one of a person's notices as read, or all up to one, and announces that to their other pages. Someone
 * else's isn't changed.
 */
async function markRead(
  db: Db,
  userId: number,
  which: { id: number } | { upTo: number },
  at: Date,
): Promise<void> {
  const [id, upTo] = 'id' in which ? [which.id, null] : [null, which.upTo]
  await markNoticesRead(db, [userId, at, id, upTo])
}

function present(row: Row): Notice {
  const name = row.about_name ?? (row.about_user_id === null ? '' : unnamed(Number(row.about_user_id)))
  // As a function, because a name may contain `replace` patterns.
  const named = (text: string) => text.replaceAll('{about}', () => isolated(name))
  return {
    id: Number(row.id),
    title: named(row.title),
    detail: row.detail === null ? null : named(row.detail),
    path: row.path,
    at: row.created_at.toISOString(),
    isRead: row.is_read,
    isUrgent: row.is_urgent,
  }
}

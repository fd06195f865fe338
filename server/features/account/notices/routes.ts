import * as contract from '#contract/account/notices.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { countUnread, markRead, noticesOf } from './own-notices.ts'

/** The list behind the header's bell: one's own notices, and marking them as read (cases, Notices). */
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

import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/directory/admin-users.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { mayCall } from '#server/model/access/caller.ts'
import { recordAct, staffActOf } from '#server/model/staff/staff-act.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { exportUsers } from './export-csv.ts'
import { userDetail } from './user-detail.ts'
import { countUnlisted, searchUsers, type UserSearch } from './user-search.ts'

type Asked = contract.UserFilters & { sort: 'created' | 'name'; order?: 'asc' | 'desc' }

/** The list of users, its export, and each user. All show names, so reads are recorded (security R24). */
export function registerDirectory(routes: Routes, services: Services): void {
  const { database, config, now, read } = services

  const searchOf = (request: FastifyRequest, { erased, order, ...asked }: Asked): UserSearch => {
    if (erased && !mayCall('people.erased', callerOf(request), config.companyDomains))
      throw new AppError('FORBIDDEN', 'Only super admins can find erased accounts.')
    const caller = callerOf(request)
    return {
      ...asked,
      withErased: erased !== undefined,
      mayReadInvoices: mayCall('invoices.read', caller, config.companyDomains),
      readerId: caller.userId,
      mayReadCases: mayCall('queue.read', caller, config.companyDomains),
      order: order ?? (asked.sort === 'name' ? 'asc' : 'desc'),
      now: now(),
    }
  }

  routes.on(contract.listUsers)(async ({ query, request }) => {
    const { limit, cursor, ...asked } = query
    const search = searchOf(request, asked)
    const [{ users, nextCursor, isNear, ...found }, unlisted] = await read(request, async (db) => [
      await searchUsers(db, { ...search, limit, cursor, withLines: true }),
      await countUnlisted(db, search),
    ])
    const count = Math.min(found.count, contract.COUNT_CAP)
    // Further pages belong to the same search.
    if (!cursor)
      await database.transaction((tx) =>
        recordAct(tx, staffActOf(request), {
          at: now(),
          type: 'admin.users_searched',
          after: { found: count },
        }),
      )
    return {
      success: true,
      count,
      countIsCapped: found.count > count,
      isNear,
      unlisted,
      nextCursor,
      data: users,
    }
  })

  routes.on(contract.getUser)(async ({ params, request }) => {
    const data = await userDetail(database.db, params.id, {
      config,
      now: now(),
      caller: callerOf(request),
    })
    await database.transaction((tx) =>
      recordAct(tx, staffActOf(request), { at: now(), type: 'admin.user_viewed', userId: params.id }),
    )
    return { success: true, data }
  })

  routes.on(contract.exportUsers)(async ({ query, request, reply }) =>
    reply
      .header('content-disposition', 'attachment; filename="users.csv"')
      .type('text/csv; charset=utf-8')
      .send(await exportUsers(services, staffActOf(request), searchOf(request, query))),
  )
}

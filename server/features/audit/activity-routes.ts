import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/audit/admin-activity.ts'
import { mayAct } from '#domain/roles/acting-user.ts'
import { livingSessions } from '#server/model/access/session-store.ts'
import { endRecorded } from '#server/model/people/moved-session.ts'
import { signInTries } from '#server/model/people/sign-in-tries.ts'
import { requireUser } from '#server/model/people/user-view.ts'
import type { UserRow } from '#server/model/schema/users.ts'
import { type StaffAct, staffActOf } from '#server/model/staff/staff-act.ts'
import { viewRecorder } from '#server/model/staff/staff-views.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { findSignIns } from './sign-in-list.ts'

/** Who signed in, and where people are signed in now (security R10). Reads are recorded (R24). */
export function registerActivity(routes: Routes, services: Services): void {
  const { database, now, config } = services
  const recordView = viewRecorder(services, 'admin.activity_viewed')

  routes.on(contract.listUserActivity)(async ({ query, request }) => {
    const { email, method, limit, cursor } = query
    const found = await findSignIns(database.db, { email, method, limit, cursor })
    await recordView(request, { found: found.data.length })
    return { success: true, ...found }
  })

  routes.on(contract.listUserSignIns)(async ({ params, query, request }) => {
    await requireUser(database.db, params.id)
    await recordView(request, { userId: params.id })
    return { success: true, ...(await signInTries(database.db, params.id, query)) }
  })

  routes.on(contract.listUserSessions)(async ({ params, request }) => {
    const user = await requireUser(database.db, params.id)
    await recordView(request, { userId: params.id })
    return {
      sessions: await livingSessions(database.db, params.id, config.sessions, now()),
      mayEnd: mayEndSessionsOf(user, staffActOf(request)),
    }
  })

  const end = (request: FastifyRequest, userId: number, session?: string) =>
    database.transaction(async (tx) => {
      const act = { at: now(), ...staffActOf(request) }
      if (!mayEndSessionsOf(await requireUser(tx, userId), act))
        throw new AppError('FORBIDDEN', 'Only a super admin can end the sessions of a super admin.')
      return endRecorded(tx, act, userId, { only: session })
    })

  routes.on(contract.endUserSessions)(async ({ params, request }) => ({
    success: true,
    ended: await end(request, params.id),
  }))

  routes.on(contract.endUserSession)(async ({ params, request }) => {
    const ended = await end(request, params.id, params.session)
    if (ended === 0) throw new AppError('NOT_FOUND', 'There is no such session.')
    return { success: true, ended }
  })
}

/** Only a super admin those of a super admin, whom an admin could otherwise keep out by ending each new one. */
function mayEndSessionsOf(user: Pick<UserRow, 'isSuperAdmin'>, { actor }: Pick<StaffAct, 'actor'>): boolean {
  return mayAct(actor, 'sessions.end') && (!user.isSuperAdmin || mayAct(actor, 'roles.change'))
}

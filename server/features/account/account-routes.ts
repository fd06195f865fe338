import * as contract from '#contract/account/account.ts'
import { giveBrowserKey } from '#contract/account/browser-keys.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { browserKey } from '#server/model/access/browser-keys.ts'
import { livingSessions, publicSessionId } from '#server/model/access/session-store.ts'
import { endRecorded } from '#server/model/people/moved-session.ts'
import { signInTries } from '#server/model/people/sign-in-tries.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { confirmSystemEmail } from './system-email.ts'
import { changeProfile, setSystemEmail } from './update-profile.ts'

/** Changes that people make to their own account: profile, system email, and where they are signed in. */
export function registerAccount(routes: Routes, services: Services): void {
  const { database, now, config } = services

  routes.on(contract.updateProfile)(async ({ body, request }) => {
    const caller = callerOf(request)
    await changeProfile(services, { caller, origin: originOf(request) }, body)
    return { success: true, message: 'Your profile information was updated successfully.' }
  })

  routes.on(giveBrowserKey)(async ({ body: { sealed }, request }) =>
    browserKey(database.db, `person:${callerOf(request).userId}`, sealed),
  )

  routes.on(contract.getNeedsEmail)(async ({ request }) => ({
    needsEmail: callerOf(request).email === null,
  }))

  routes.on(contract.updateEmail)(async ({ body, request }) => {
    const caller = callerOf(request)
    const change = { caller, origin: originOf(request) }
    return { success: true, email: body.email, ...(await setSystemEmail(services, change, body.email)) }
  })

  routes.on(contract.confirmEmail)(async ({ body, request }) => ({
    success: true,
    email: await confirmSystemEmail(services, callerOf(request).userId, body.token, originOf(request)),
  }))

  routes.on(contract.listOwnSessions)(async ({ request }) => {
    const { userId, tokenHash } = callerOf(request)
    const own = await publicSessionId(database.db, tokenHash)
    const sessions = await livingSessions(database.db, userId, config.sessions, now())
    return { sessions: sessions.map((session) => ({ ...session, isCurrent: session.id === own })) }
  })

  routes.on(contract.listOwnSignIns)(async ({ query, request }) => {
    const { data, nextCursor } = await signInTries(database.db, callerOf(request).userId, query)
    return {
      data: data.map(({ id, login_timestamp, device, ip, problem }) => ({
        id,
        login_timestamp,
        device,
        ip,
        problem,
      })),
      nextCursor,
    }
  })

  const end = (request: Parameters<typeof callerOf>[0], which: Parameters<typeof endRecorded>[3]) => {
    const { userId } = callerOf(request)
    const act = { at: now(), actor: { kind: 'user', id: userId } as const, origin: originOf(request) }
    return database.transaction((tx) => endRecorded(tx, act, userId, which))
  }

  routes.on(contract.endOwnSession)(async ({ params, request }) => {
    if ((await end(request, { only: params.id })) === 0)
      throw new AppError('NOT_FOUND', 'There is no such session.')
    return { success: true }
  })

  routes.on(contract.endOwnSessions)(async ({ query, request }) => {
    const but = query.others ? await publicSessionId(database.db, callerOf(request).tokenHash) : undefined
    return { success: true, ended: await end(request, { but }) }
  })
}

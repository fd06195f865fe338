import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/directory/support.ts'
import { RESEND_LIMIT } from '#contract/directory/support.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { mayCall, staffMay } from '#server/model/access/caller.ts'
import { LinkJustSent, mailLinkAgain } from '#server/model/people/system-email.ts'
import { lockUser } from '#server/model/people/user-type.ts'
import { requireUser } from '#server/model/people/user-view.ts'
import { recordAct, type StaffAct, staffActOf } from '#server/model/staff/staff-act.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { answerChange, proposeChange, waitingChanges } from './account-changes.ts'
import { supportView } from './support-view.ts'
import { changeSuspension } from './suspension.ts'

/** What administrators do for people who write to support; each read and each act is recorded. */
export function registerSupport(routes: Routes, services: Services): void {
  const { config, database, now } = services
  const mayDecide = (request: FastifyRequest) =>
    mayCall('changes.decide', callerOf(request), config.companyDomains)
  const view = (request: FastifyRequest, id: number) => {
    const caller = callerOf(request)
    const may = new Set(staffMay(caller, config.companyDomains))
    return supportView(database.db, id, { id: caller.userId, isSuperAdmin: caller.isSuperAdmin, may }, now())
  }
  const after = async (request: FastifyRequest, id: number) => ({
    success: true as const,
    support: await view(request, id),
  })

  routes.on(contract.getSupportView)(async ({ params, request }) => {
    const support = await view(request, params.id)
    await database.transaction((tx) =>
      recordAct(tx, staffActOf(request), { at: now(), type: 'admin.user_viewed', userId: params.id }),
    )
    return { support }
  })

  routes.on(contract.resendConfirmation)(async ({ params, request }) => {
    await resendConfirmation(services, staffActOf(request), params.id)
    return after(request, params.id)
  })

  routes.on(contract.suspendUser)(async ({ params, body, request }) => {
    const { reason } = body
    await changeSuspension(services, staffActOf(request), { userId: params.id, reason, kind: 'suspend' })
    return after(request, params.id)
  })

  routes.on(contract.restoreUser)(async ({ params, body, request }) => {
    const { reason } = body
    await changeSuspension(services, staffActOf(request), { userId: params.id, reason, kind: 'restore' })
    return after(request, params.id)
  })

  routes.on(contract.proposeChange)(async ({ params, body, request }) => {
    await proposeChange(services, staffActOf(request), params.id, body)
    return after(request, params.id)
  })

  routes.on(contract.listChanges)(async ({ request }) => ({
    changes: await waitingChanges(database.db, {
      id: callerOf(request).userId,
      mayDecide: mayDecide(request),
    }),
  }))

  routes.on(contract.confirmChange)(async ({ params, body, request }) => ({
    success: true,
    change: await answerChange(services, staffActOf(request), {
      id: params.id,
      isConfirmed: true,
      note: body.note,
    }),
  }))

  routes.on(contract.declineChange)(async ({ params, body, request }) => ({
    success: true,
    change: await answerChange(services, staffActOf(request), {
      id: params.id,
      isConfirmed: false,
      note: body.note,
    }),
  }))
}

/**
 * Sends a person the confirmation email for their system email again; the previous link stops working. At most
 * one per minute, and a few per hour, of which a refused one is none. Throws NOT_FOUND, RATE_LIMITED, and INVALID_STATE
 * if nothing is unconfirmed or one was sent within the last minute.
 */
async function resendConfirmation(services: Services, act: StaffAct, userId: number): Promise<void> {
  await requireUser(services.database.db, userId)
  await services.database.transaction(async (tx) => {
    const locked = await lockUser(tx, userId)
    requireUnconfirmed(locked)
    await services.limiter.consume(RESEND_LIMIT, `u${userId}`, tx)
    await mailLinkAgain(services, tx, locked).catch(refuseJustSent)
    await recordAct(tx, act, { at: services.now(), type: 'user.confirmation_resent', userId })
  })
}

function refuseJustSent(error: unknown): never {
  if (!(error instanceof LinkJustSent)) throw error
  throw new AppError(
    'INVALID_STATE',
    'We sent one less than a minute ago. Ask them to look for it, and send another in a minute.',
  )
}

function requireUnconfirmed({
  email,
  emailConfirmedAt,
}: {
  email: string | null
  emailConfirmedAt: Date | null
}) {
  if (!email) throw new AppError('INVALID_STATE', 'This person has given us no email address.')
  if (emailConfirmedAt) throw new AppError('INVALID_STATE', 'This address is confirmed already.')
}

import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/invitations/invitations.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { type Caller, mayCall } from '#server/model/access/caller.ts'
import { requireOwnIdentity } from '#server/model/access/own-identity.ts'
import { linkPage } from '#server/model/mail/mail-person.ts'
import { staffActOf } from '#server/model/staff/staff-act.ts'
import { viewRecorder } from '#server/model/staff/staff-views.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { inviteByCsv } from './invite-by-csv.ts'
import { searchInvitations } from './list-invitations.ts'
import { stateOfLink, storeLinkUse } from './mail-links.ts'
import { resendInvitation } from './resend-invitation.ts'
import { sendInvitation } from './send-invitation.ts'

/** One transparent point. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** Inviting people to the beta, and the links in those emails. */
export function registerInvitations(routes: Routes, services: Services): void {
  const recordView = viewRecorder(services, 'admin.invitations_viewed')
  const inviterOf = (request: FastifyRequest) => ({
    mayFindPeople: mayCall('people.find', callerOf(request), services.config.companyDomains),
  })
  routes.on(contract.listInvitations)(async ({ query, request }) => {
    const order = query.order ?? (query.sort === 'invited_at' ? 'desc' : 'asc')
    const search = { ...query, order }
    const { invites, ...page } = await searchInvitations(services.database.db, search, services.now())
    await recordView(request, { found: page.count })
    return { success: true, data: invites, ...page }
  })

  routes.on(contract.sendInvitation)(async ({ body, request }) => {
    if (!isNamed(callerOf(request), body.invitedBy))
      await requireOwnIdentity(services, request, { auth0Id: String(body.invitedBy) })
    const person = { email: body.email, name: body.name }
    const { alreadyInvited, ...invite } = await sendInvitation(
      services,
      staffActOf(request),
      person,
      inviterOf(request),
    )
    const message = alreadyInvited
      ? `${invite.email} has been invited already.`
      : `The invitation is on its way to ${invite.email}.`
    return { success: true, alreadyInvited, message, invite }
  })

  routes.on(contract.sendInvitations)(async ({ body, request }) => {
    const lines = await inviteByCsv(services, staffActOf(request), body.csv, inviterOf(request))
    return { success: true, sent: lines.filter(({ outcome }) => outcome === 'sent').length, lines }
  })

  routes.on(contract.resendInvitation)(async ({ params, request }) => ({
    success: true,
    invite: { email: await resendInvitation(services, staffActOf(request), params.id) },
  }))

  registerMailLinks(routes, services)
}

/** For anyone who has the email, signed in or not. */
function registerMailLinks(routes: Routes, services: Services): void {
  routes.on(contract.readInvitation)(async ({ params }) => ({
    state: await stateOfLink(services, params.token),
  }))

  // The token determines what is recorded, never the destination, which is always the same page of ours
  // (security R12).
  routes.on(contract.followInvitation)(async ({ params, reply }) => {
    await storeLinkUse(services, 'clicked', params.token)
    return reply.redirect(linkPage('/invitation', params.token))
  })

  routes.on(contract.openedMail)(async ({ params, request, reply }) => {
    if (request.method === 'GET') await storeLinkUse(services, 'opened', params.token)
    // Mail programs show it on pages of their own.
    return reply.header('cross-origin-resource-policy', 'cross-origin').type('image/gif').send(PIXEL)
  })

  routes.on(contract.confirmUnsubscribe)(async ({ params, reply }) =>
    reply.redirect(linkPage('/unsubscribe', params.token)),
  )

  routes.on(contract.unsubscribe)(async ({ params }) => {
    await storeLinkUse(services, 'unsubscribed', params.token)
    return { success: true }
  })
}

/** Whether a payload names no inviter, or the caller. */
function isNamed(caller: Caller, invitedBy: string | number | null | undefined): boolean {
  if (invitedBy == null || invitedBy === '') return true
  const own = [String(caller.userId), caller.auth0Id, caller.email, caller.auth0Email, caller.name]
  return own.includes(String(invitedBy))
}

import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/roles/admin-roles.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { requireRecentSignIn } from '#server/model/access/caller.ts'
import { type StaffAct, staffActOf } from '#server/model/staff/staff-act.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { findAdministrators, grantTakesTwo } from './administrators.ts'
import { confirmProposal, declineProposal } from './answer-proposal.ts'
import { demote, promote } from './change-role.ts'
import { waitingProposals } from './role-proposals.ts'

/** Holders of administration roles, giving and removing roles, and the second approval (security R22, R23). */
export function registerRoles(routes: Routes, services: Services): void {
  const { database, now, config } = services
  /** Roles are only given and removed shortly after signing in (security R11): throws REAUTH_REQUIRED otherwise. */
  const recentActOf = (request: FastifyRequest): StaffAct => {
    requireRecentSignIn(callerOf(request), now())
    return staffActOf(request)
  }

  routes.on(contract.listAdministrators)(async ({ query }) => ({
    success: true,
    ...(await findAdministrators(database.db, query, config)),
  }))

  routes.on(contract.promoteUser)(async ({ body, request }) => ({
    success: true,
    ...(await promote(services, recentActOf(request), body)),
  }))
  routes.on(contract.demoteUser)(async ({ body, request }) => ({
    success: true,
    ...(await demote(services, recentActOf(request), body)),
  }))

  routes.on(contract.listRoleProposals)(async ({ request }) => ({
    success: true,
    data: await waitingProposals(database.db, now(), config),
    takesTwo: await grantTakesTwo(database.db, callerOf(request).userId, config),
  }))
  routes.on(contract.confirmRoleProposal)(async ({ params, request }) => ({
    success: true,
    ...(await confirmProposal(services, recentActOf(request), params.id)),
  }))
  routes.on(contract.declineRoleProposal)(async ({ params, request }) => ({
    success: true,
    message: await declineProposal(services, staffActOf(request), params.id),
  }))
}

import { isActing, promotion, secondPair } from '#domain/roles/role-change.ts'
import { recordAct, type StaffAct } from '#server/model/staff/staff-act.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'
import {
  applyRoles,
  type ChangedRole,
  changedUser,
  lockPair,
  roleRefusal,
  SECOND_PERSON,
} from './change-role.ts'
import { findProposal, type StoredProposal, tellProposer, waitingProposal } from './role-proposals.ts'

/**
 * Confirms a proposed super admin (security R23). Throws NOT_FOUND, FORBIDDEN
 * for the proposer, and INVALID_STATE if the proposal was answered, has expired, or its proposer isn't a super
 * admin any more. Does nothing if the person is one already.
 */
export function confirmProposal(services: Services, act: StaffAct, id: number): Promise<ChangedRole> {
  const at = services.now()
  return services.database.transaction(async (tx) => {
    const proposal = await requireProposal(tx, id)
    const { holder, target, superAdmins, email } = await lockPair(services, tx, act, proposal.userId)
    const outcome = promotion('super_admin', holder, target)
    if (!outcome.ok) throw roleRefusal(outcome.refusal, email)
    const { roles, isChange } = outcome
    const user = changedUser(target.id, roles)
    if (!isChange) return { changed: false, message: `${email} is already a super admin.`, user }
    await requireWaiting(tx, proposal, at)
    const pair = secondPair({
      actorId: holder.id,
      targetId: target.id,
      proposedBy: proposal.by,
      superAdmins,
      fourEyes: services.config.fourEyesForRoles,
    })
    if (pair === 'same_person') throw new AppError('FORBIDDEN', SECOND_PERSON)
    if (pair === 'propose')
      throw new AppError(
        'INVALID_STATE',
        'The person who proposed this is no longer a super admin. Propose it yourself.',
      )
    await applyRoles(services, tx, { ...act, at, userId: target.id, before: target, after: roles })
    await tellProposer(services, tx, { proposal, person: email, actor: act.actor, at }, true)
    return { changed: true, message: `${email} is now a super admin.`, user }
  })
}

/**
 * Declines a proposed super admin, or withdraws one's own proposal; returns a sentence. Throws NOT_FOUND,
 * FORBIDDEN, and INVALID_STATE if it was answered or has expired.
 */
export function declineProposal(services: Services, act: StaffAct, id: number): Promise<string> {
  const at = services.now()
  return services.database.transaction(async (tx) => {
    const proposal = await requireProposal(tx, id)
    const { holder, target, email } = await lockPair(services, tx, act, proposal.userId)
    if (!isActing(holder)) throw roleRefusal('not_super_admin', email)
    await requireWaiting(tx, proposal, at)
    await recordAct(tx, act, {
      at,
      type: 'user.role_declined',
      userId: target.id,
      subject: `role-proposal:${id}`,
    })
    await tellProposer(services, tx, { proposal, person: email, actor: act.actor, at }, false)
    return `${email} does not become a super admin.`
  })
}

async function requireProposal(tx: Db, id: number): Promise<StoredProposal> {
  const proposal = await findProposal(tx, id)
  if (!proposal) throw new AppError('NOT_FOUND', 'There is no such proposal.')
  return proposal
}

async function requireWaiting(tx: Db, { id, userId }: StoredProposal, at: Date): Promise<void> {
  const waiting = await waitingProposal(tx, userId, at)
  if (waiting?.id !== id)
    throw new AppError('INVALID_STATE', 'This proposal has already been answered or has expired.')
}

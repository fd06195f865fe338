import { and, eq, ne, sql } from 'drizzle-orm'
import type { RoleName } from '#contract/roles.ts'
import { type HeldRoles, hasRole, roleHolder, rolesOf } from '#domain/roles/held-roles.ts'
import {
  demotion,
  isActing,
  promotion,
  ROLE_PROPOSAL_DAYS,
  type RoleHolder,
  type RoleOutcome,
  type RoleRefusal,
  secondPair,
} from '#domain/roles/role-change.ts'
import { unnamed } from '#server/model/people/names.ts'
import { APPLICANT_ISSUER } from '#server/model/schema/applicants.ts'
import { type UserRow, users } from '#server/model/schema/users.ts'
import { lockRoleHolders, type RoleChange, sendRoleNotice, writeRoles } from '#server/model/staff/roles.ts'
import type { StaffAct } from '#server/model/staff/staff-act.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'
import { giveBackCases } from './give-back-cases.ts'
import { askSuperAdmins, recordProposal, tellProposer, waitingProposal } from './role-proposals.ts'

interface RoleWish {
  email: string
  role: RoleName
}

/**
 * Gives a role to the person who signs in with this address. Throws NOT_FOUND if no one does,
 * INVALID_STATE if several do, FORBIDDEN for oneself and VALIDATION_ERROR if the role would have no effect.
 * Super admin takes two people: the first one's call proposes it and the second one's grants it; the proposer
 * confirming it is FORBIDDEN (account-admin, A super admin is made by two).
 */
export function promote(services: Services, act: StaffAct, wish: RoleWish): Promise<ChangedRole> {
  return changeRole(services, act, wish, {
    pick: (found) => found,
    decide: (actor, target) => promotion(wish.role, actor, target),
    said: (isChange, { isSuperAdmin }) => {
      // A super admin who is given the lesser role stays what they were.
      const role = wish.role === 'admin' && isSuperAdmin ? 'super_admin' : wish.role
      return isChange ? `is now ${article(role)}.` : `is already ${article(role)}.`
    },
  })
}

/**
 * Removes a role from the person who signs in with this address. Throws the same, and INVALID_STATE for the
 * last super admin.
 */
export function demote(services: Services, act: StaffAct, wish: RoleWish): Promise<ChangedRole> {
  return changeRole(services, act, wish, {
    // If several people have one address, only those with a role can lose it.
    pick: (found) => (found.some(hasRole) ? found.filter(hasRole) : found),
    decide: (actor, target, superAdmins) => demotion(wish.role, actor, target, superAdmins),
    said: (isChange, roles) => {
      if (!isChange) return `is not ${article(wish.role)}.`
      if (wish.role === 'super_admin') return 'is now an admin.'
      return rolesOf(roles).length > 0 ? `is no longer ${article(wish.role)}.` : 'no longer has a role.'
    },
  })
}

interface Direction {
  pick(found: UserRow[]): UserRow[]
  decide(actor: RoleHolder, target: RoleHolder, superAdmins: readonly RoleHolder[]): RoleOutcome
  said(isChange: boolean, roles: HeldRoles): string
}

/** Reads everyone's current roles, changes one and tells its holder, in one transaction. */
async function changeRole(
  services: Services,
  act: StaffAct,
  { email }: RoleWish,
  { pick, decide, said }: Direction,
): Promise<ChangedRole> {
  const at = services.now()
  return services.database.transaction(async (tx) => {
    const person = onlyPerson(pick(await peopleWith(tx, email)), email)
    const address = person.auth0Email ?? email
    const { holder, target, superAdmins } = await lockPair(services, tx, act, person.id)
    const outcome = decide(holder, target, superAdmins)
    if (!outcome.ok) throw roleRefusal(outcome.refusal, email)
    const { roles, isChange } = outcome
    const isNewSuperAdmin = roles.isSuperAdmin && !target.isSuperAdmin
    const proposal = isNewSuperAdmin ? await waitingProposal(tx, person.id, at) : null
    if (isNewSuperAdmin) {
      const pair = secondPair({
        actorId: holder.id,
        targetId: target.id,
        proposedBy: proposal?.by ?? null,
        superAdmins,
        fourEyes: services.config.fourEyesForRoles,
      })
      if (pair === 'same_person') throw new AppError('FORBIDDEN', SECOND_PERSON)
      if (pair === 'propose') {
        const made = await recordProposal(tx, { ...act, at }, person.id)
        const asked = superAdmins.filter((superAdmin) => isActing(superAdmin) && superAdmin.id !== holder.id)
        await askSuperAdmins(services, tx, { proposal: made, person: address, actor: act.actor, at }, asked)
        return {
          changed: false,
          message: `${address} is proposed as a super admin. ${SECOND_PERSON}`,
          user: changedUser(target.id, target),
        }
      }
    }
    if (isChange) {
      await applyRoles(services, tx, { ...act, at, userId: person.id, before: target, after: roles })
      if (proposal)
        await tellProposer(services, tx, { proposal, person: address, actor: act.actor, at }, true)
    }
    return {
      changed: isChange,
      message: `${address} ${said(isChange, roles)}`,
      user: changedUser(person.id, roles),
    }
  })
}

/** Everyone who signs in with this address; not the system email, which anyone can type (security R55). */
function peopleWith(tx: Db, email: string): Promise<UserRow[]> {
  return tx
    .select()
    .from(users)
    .where(and(sql`lower(${users.auth0Email}) = lower(${email})`, ne(users.issuer, APPLICANT_ISSUER)))
    .orderBy(users.id)
    .limit(10)
}

function onlyPerson(found: UserRow[], email: string): UserRow {
  const [person] = found
  if (!person) throw new AppError('NOT_FOUND', noOneWith(email), { fields: { email: noOneWith(email) } })
  if (found.length === 1) return person
  const sentence = `${found.length} people sign in as ${email} by different providers. Ask one of them to use another address.`
  throw new AppError('INVALID_STATE', sentence, { fields: { email: sentence } })
}

function article(role: RoleName): string {
  return roleHolder(role).toLowerCase()
}

/** What granting super admin waits for (account-admin, A super admin is made by two). */
export const SECOND_PERSON = `Another super admin must confirm it within ${ROLE_PROPOSAL_DAYS} days.`

/** The answer of a call that changes roles. */
export interface ChangedRole {
  changed: boolean
  message: string
  user: { id: number; is_admin: boolean; is_super_admin: boolean; roles: RoleName[] }
}

/** Someone's roles after a change, for the answer. */
export function changedUser(id: number, held: HeldRoles): ChangedRole['user'] {
  return { id, is_admin: held.isAdmin, is_super_admin: held.isSuperAdmin, roles: rolesOf(held) }
}

interface Pair {
  /** The acting person, with the roles they hold now. */
  holder: RoleHolder
  target: RoleHolder
  superAdmins: RoleHolder[]
  /** The target's sign-in address. */
  email: string
}

/**
 * Locks the acting person, the person concerned and every super admin, with their current roles. Throws
 * NOT_FOUND if there is no such person.
 */
export async function lockPair(
  services: Pick<Services, 'config'>,
  tx: Db,
  { actor }: StaffAct,
  targetId: number,
): Promise<Pair> {
  const holders = await lockRoleHolders(tx, [targetId, actor.id], services.config.companyDomains)
  const [holder, target] = [actor.id, targetId].map((id) => holders.find((held) => held.id === id))
  const [person] = await tx.select({ email: users.auth0Email }).from(users).where(eq(users.id, targetId))
  if (!holder || !target) throw new AppError('NOT_FOUND', 'There is no such user.')
  const superAdmins = holders.filter(({ isSuperAdmin }) => isSuperAdmin)
  return { holder, target, superAdmins, email: person?.email ?? unnamed(targetId) }
}

/** Writes a change of a locked person’s roles, returns the cases they may not work on any more, and tells them. */
export async function applyRoles(services: Services, tx: Db, change: RoleChange): Promise<void> {
  await writeRoles(tx, change)
  await giveBackCases(tx, services.config, change)
  await sendRoleNotice(services, tx, change)
}

/** Refusals for an address that belongs to no one who could have a role. */
function noOneWith(email: string): string {
  return `No one has signed in as ${email} yet. Ask them to sign in once, then try again.`
}

/** Why a role was neither given nor removed, as an error; `email` is the address concerned. */
export function roleRefusal(refusal: RoleRefusal, email: string): AppError {
  switch (refusal) {
    case 'not_super_admin':
      return new AppError('FORBIDDEN', 'You do not have permission to do this.')
    case 'own_role':
      return new AppError('FORBIDDEN', 'You cannot give yourself a role. Ask another super admin.')
    case 'not_eligible': {
      const sentence = `${email} is not a verified address on a company email domain, so the role would have no effect.`
      return new AppError('VALIDATION_ERROR', sentence, { fields: { email: sentence } })
    }
    case 'last_super_admin': {
      const sentence = 'There must be one super admin. Make someone else a super admin first.'
      return new AppError('INVALID_STATE', sentence, { fields: { email: sentence } })
    }
    default:
      return refusal satisfies never
  }
}

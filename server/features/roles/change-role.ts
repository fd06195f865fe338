import { and, ne, sql } from 'drizzle-orm'
import type { RoleName } from '#contract/roles.ts'
import { type HeldRoles, hasRole, roleHolder, rolesOf } from '#domain/roles/held-roles.ts'
import {
  demotion,
  isActing,
  promotion,
  type RoleHolder,
  type RoleOutcome,
  secondPair,
} from '#domain/roles/role-change.ts'
import { requireRecentSignIn } from '#server/model/access/recent-sign-in.ts'
import { APPLICANT_ISSUER } from '#server/model/schema/applicants.ts'
import { type UserRow, users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'
import {
  actingPerson,
  applyRoles,
  type ChangedRole,
  changedUser,
  lockPair,
  noOneWith,
  type RoleAct,
  roleRefusal,
  SECOND_PERSON,
} from './role-act.ts'
import { askSuperAdmins, recordProposal, tellProposer, waitingProposal } from './role-proposals.ts'

interface RoleWish {
  email: string
  role: RoleName
}

/**
 * Gives a role to the person who signs in with this address. Throws REAUTH_REQUIRED, NOT_FOUND where no one does,
 * INVALID_STATE where several do, FORBIDDEN to oneself and VALIDATION_ERROR where the role would have no effect. Super
 * admin takes two of them: the first proposes, FORBIDDEN to confirm it, and the second grants (cases, Deciding).
 */
export function promote(services: Services, act: RoleAct, wish: RoleWish): Promise<ChangedRole> {
  return changeRole(services, act, wish, {
    pick: (found) => found,
    decide: (actor, target) => promotion(wish.role, actor, target),
    words: (isChange, { isSuperAdmin }) => {
      // Who is given the lesser of the two is what they were.
      const role = wish.role === 'admin' && isSuperAdmin ? 'super_admin' : wish.role
      return isChange ? `is now ${article(role)}.` : `is already ${article(role)}.`
    },
  })
}

/**
 * Takes a role from the person who signs in with this address. Throws the same, and INVALID_STATE for the last super
 * admin.
 */
export function demote(services: Services, act: RoleAct, wish: RoleWish): Promise<ChangedRole> {
  return changeRole(services, act, wish, {
    // Of several people with one address it is the one with a role who can lose it.
    pick: (found) => (found.some(hasRole) ? found.filter(hasRole) : found),
    decide: (actor, target, superAdmins) => demotion(wish.role, actor, target, superAdmins),
    words: (isChange, roles) => {
      if (!isChange) return `is not ${article(wish.role)}.`
      if (wish.role === 'super_admin') return 'is now an admin.'
      return rolesOf(roles).length > 0 ? `is no longer ${article(wish.role)}.` : 'no longer has a role.'
    },
  })
}

interface Direction {
  pick(found: UserRow[]): UserRow[]
  decide(actor: RoleHolder, target: RoleHolder, superAdmins: readonly RoleHolder[]): RoleOutcome
  words(isChange: boolean, roles: HeldRoles): string
}

/** Looks at everyone's roles as they are then, changes one and tells its holder: one transaction. */
async function changeRole(
  services: Services,
  act: RoleAct,
  { email }: RoleWish,
  { pick, decide, words }: Direction,
): Promise<ChangedRole> {
  const { caller, origin } = act
  const at = services.now()
  requireRecentSignIn(caller, at)
  return services.database.transaction(async (tx) => {
    const person = onlyPerson(pick(await peopleWith(tx, email)), email)
    const address = person.auth0Email ?? email
    const { actor, target, superAdmins } = await lockPair(services, tx, act, person.id)
    const outcome = decide(actor, target, superAdmins)
    if (!outcome.ok) throw roleRefusal(outcome.refusal, email)
    const { roles, isChange } = outcome
    const by = actingPerson(act)
    const isNewSuperAdmin = roles.isSuperAdmin && !target.isSuperAdmin
    const proposal = isNewSuperAdmin ? await waitingProposal(tx, person.id, at) : null
    if (isNewSuperAdmin) {
      const pair = secondPair({
        actorId: actor.id,
        targetId: target.id,
        proposedBy: proposal?.by ?? null,
        superAdmins,
        fourEyes: services.config.fourEyesForRoles,
      })
      if (pair === 'same_person') throw new AppError('FORBIDDEN', SECOND_PERSON)
      if (pair === 'propose') {
        const made = await recordProposal(tx, { userId: person.id, at, by, origin })
        const asked = superAdmins.filter((superAdmin) => isActing(superAdmin) && superAdmin.id !== actor.id)
        await askSuperAdmins(services, tx, { proposal: made, person: address, by, at }, asked)
        return {
          changed: false,
          message: `${address} is proposed as a super admin. ${SECOND_PERSON}`,
          user: changedUser(target.id, target),
        }
      }
    }
    if (isChange) {
      await applyRoles(services, tx, { userId: person.id, before: target, after: roles, at, by, origin })
      if (proposal) await tellProposer(services, tx, { proposal, person: address, by, at }, true)
    }
    return {
      changed: isChange,
      message: `${address} ${words(isChange, roles)}`,
      user: changedUser(person.id, roles),
    }
  })
}

/** Everyone who signs in with this address; the system email, which anyone can type, has no part in it (security R55). */
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

import { and, ne, sql } from 'drizzle-orm'
import { type AdminRole, ROLE_LABELS } from '#contract/admin-roles.ts'
import {
  demotion,
  promotion,
  type RoleHolder,
  type RoleOutcome,
  type RoleRefusal,
} from '#domain/role-change.ts'
import { ROLE_PROPOSAL_DAYS, secondPair } from '#domain/role-proposal.ts'
import type { Db } from '#server/platform/database/database.ts'
import { APPLICANT_ISSUER } from '#server/platform/database/schema/applicants.ts'
import { type UserRow, users } from '#server/platform/database/schema/users.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { requireRecentSignIn } from '#server/platform/http/recent-sign-in.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Caller } from '#server/platform/sessions/caller.ts'
import {
  lockRoleHolders,
  recordRoleProposal,
  roleOf,
  roleProposer,
  sendRoleNotice,
  writeRoles,
} from '#server/records/roles.ts'
import type { Services } from '#server/services.ts'

/** Who changes a role, and from where. */
export interface RoleAct {
  caller: Caller
  origin: Origin
}

interface RoleWish {
  email: string
  role: AdminRole
}

interface ChangedRole {
  changed: boolean
  message: string
  user: { id: number; is_admin: boolean; is_super_admin: boolean }
}

/**
 * Gives a role to the person who signs in with this address. Throws REAUTH_REQUIRED, NOT_FOUND where nobody does,
 * INVALID_STATE where several do, FORBIDDEN to oneself and VALIDATION_ERROR where the role would have no effect. Super
 * admin takes two of them: the first proposes, FORBIDDEN to confirm it, and the second grants (cases.md: four eyes).
 */
export function promote(services: Services, act: RoleAct, wish: RoleWish): Promise<ChangedRole> {
  return changeRole(services, act, wish, {
    pick: (found) => found,
    decide: (actor, target) => promotion(wish.role, actor, target),
    words: (isChange, role) => (isChange ? `is now ${article(role)}.` : `is ${article(role)} already.`),
  })
}

/**
 * Takes a role from the person who signs in with this address. Throws the same, and INVALID_STATE for the last super
 * admin.
 */
export function demote(services: Services, act: RoleAct, wish: RoleWish): Promise<ChangedRole> {
  return changeRole(services, act, wish, {
    // Of several people with one address it is the one with a role who can lose it.
    pick: (found) => (found.some(roleOf) ? found.filter(roleOf) : found),
    decide: (actor, target, superAdmins) => demotion(wish.role, actor, target, superAdmins),
    words: (isChange) => {
      if (!isChange) return `is not ${article(wish.role)}.`
      return wish.role === 'admin' ? 'has no role any more.' : 'is an admin now.'
    },
  })
}

const SECOND_PERSON = `Another super admin must make them one as well, within ${ROLE_PROPOSAL_DAYS} days.`

interface Direction {
  pick(found: UserRow[]): UserRow[]
  decide(actor: RoleHolder, target: RoleHolder, superAdmins: readonly RoleHolder[]): RoleOutcome
  words(isChange: boolean, role: AdminRole): string
}

/** Looks at everybody's roles as they are then, changes one and tells its holder: one transaction. */
async function changeRole(
  services: Services,
  { caller, origin }: RoleAct,
  { email }: RoleWish,
  { pick, decide, words }: Direction,
): Promise<ChangedRole> {
  const at = services.now()
  requireRecentSignIn(caller, at)
  return services.database.transaction(async (tx) => {
    const person = onlyPerson(pick(await peopleWith(tx, email)), email)
    const { companyDomains } = services.config
    const holders = await lockRoleHolders(tx, [person.id, caller.userId], companyDomains)
    const [actor, target] = [caller.userId, person.id].map((id) => holders.find((one) => one.id === id))
    if (!actor || !target) throw new AppError('NOT_FOUND', nobodyWith(email))
    const superAdmins = holders.filter(({ isSuperAdmin }) => isSuperAdmin)
    const outcome = decide(actor, target, superAdmins)
    if (!outcome.ok) throw refusalOf(outcome.refusal, email)
    const { roles, isChange } = outcome
    const by = { id: caller.userId, name: caller.name ?? caller.auth0Email ?? `User ${caller.userId}` }
    if (roles.isSuperAdmin && !target.isSuperAdmin) {
      const proposedBy = await roleProposer(tx, person.id, at)
      const pair = secondPair({ actorId: actor.id, targetId: target.id, proposedBy, superAdmins })
      if (pair === 'same_person') throw new AppError('FORBIDDEN', SECOND_PERSON)
      if (pair === 'propose') {
        await recordRoleProposal(tx, { userId: person.id, at, by, origin })
        return {
          changed: false,
          message: `${person.auth0Email} is proposed as a super admin. ${SECOND_PERSON}`,
          user: { id: person.id, is_admin: target.isAdmin, is_super_admin: false },
        }
      }
    }
    if (isChange) {
      const change = { userId: person.id, before: target, after: roles, at, by, origin }
      await writeRoles(tx, change)
      await sendRoleNotice(services, tx, change)
    }
    return {
      changed: isChange,
      message: `${person.auth0Email} ${words(isChange, roleOf(roles) ?? 'admin')}`,
      user: { id: person.id, is_admin: roles.isAdmin, is_super_admin: roles.isSuperAdmin },
    }
  })
}

/** Everybody who signs in with this address; the system email, which anybody can type, has no part in it (security R55). */
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
  if (!person) throw new AppError('NOT_FOUND', nobodyWith(email), { fields: { email: nobodyWith(email) } })
  if (found.length === 1) return person
  const sentence = `${found.length} people sign in as ${email} by different providers. Ask one of them to use another address.`
  throw new AppError('INVALID_STATE', sentence, { fields: { email: sentence } })
}

function nobodyWith(email: string): string {
  return `Nobody has signed in as ${email} yet. Ask them to sign in once, then try again.`
}

function refusalOf(refusal: RoleRefusal, email: string): AppError {
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
      const sentence = 'This is the last super admin. Make somebody else a super admin first.'
      return new AppError('INVALID_STATE', sentence, { fields: { email: sentence } })
    }
    default:
      return refusal satisfies never
  }
}

function article(role: AdminRole): string {
  const label = ROLE_LABELS[role].toLowerCase()
  return role === 'admin' ? `an ${label}` : `a ${label}`
}

import { z } from 'zod'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import { Moment, PageQuery, TheirEmail, UserId } from '#contract/fields.ts'
import { ROLE_NAMES } from '#contract/roles.ts'

/** A staff role, by its name in the table of roles. */
const Role = z.enum(ROLE_NAMES)

/** A person with a role, as listed in the Admin Controls. */
export const Administrator = z.object({
  id: z.number(),
  name: z.string().nullable(),
  /** The identity provider's email; roles never depend on the system email (security R55). */
  email: z.string().nullable(),
  /** The highest first. */
  roles: z.array(Role),
  /** Whether the role has any effect: the holder's email is verified and on a company domain (security R21). */
  is_in_force: z.boolean(),
  admin_role_assigned_at: Moment.nullable(),
  admin_role_assigned_by: z.string().nullable(),
  last_login: Moment.nullable(),
})
export type Administrator = z.infer<typeof Administrator>

export const listAdministrators = endpoint({
  method: 'GET',
  path: '/api/admin/administrators',
  access: 'roles.read',
  summary: 'Who has a role, super admins first',
  query: PageQuery,
  answer: z.object({
    success: z.literal(true),
    data: z.array(Administrator),
    nextCursor: z.string().nullable(),
  }),
  errors: ['VALIDATION_ERROR'],
})

const RoleChange = z.object({
  /** The address the person signs in with. */
  email: TheirEmail,
  role: Role,
})

const RoleAnswer = z.object({
  success: z.literal(true),
  /**
   * False if nothing changed: a repeated request has one effect (security R49). Also false if the change was only
   * proposed.
   */
  changed: z.boolean(),
  message: z.string(),
  user: z.object({
    id: z.number(),
    is_admin: z.boolean(),
    is_super_admin: z.boolean(),
    roles: z.array(Role),
  }),
})

/** Only for a super admin with a recent sign-in, and never for oneself (security R11, R22). */
export const promoteUser = endpoint({
  method: 'POST',
  path: '/api/admin/users/promote',
  access: 'roles.change',
  summary: 'Give a role to a person who has signed in; super admin once two super admins have asked for it',
  body: RoleChange,
  answer: RoleAnswer,
  errors: ['NOT_FOUND', 'FORBIDDEN', 'REAUTH_REQUIRED', 'INVALID_STATE', 'VALIDATION_ERROR'],
  limit: MUTATION_LIMIT,
})

/** Removes `role`: without super admin someone stays an admin, without admin they are neither. Other roles stay. */
export const demoteUser = endpoint({
  ...promoteUser,
  path: '/api/admin/users/demote',
  summary: 'Remove a role from someone who has it; there must be one super admin',
})

const ProposalPerson = z.object({ id: z.number(), name: z.string().nullable(), email: z.string().nullable() })

/** A proposed super admin whom a second one has not answered yet (account-admin, A super admin is made by two). */
export const RoleProposal = z.object({
  id: z.number(),
  person: ProposalPerson,
  proposedBy: ProposalPerson,
  proposedAt: Moment,
  expiresAt: Moment,
})
export type RoleProposal = z.infer<typeof RoleProposal>

/** Has no pages, because proposals expire after a few days and super admins are few. */
export const listRoleProposals = endpoint({
  method: 'GET',
  path: '/api/admin/role-proposals',
  access: 'roles.proposals',
  summary: 'Proposed super admins that wait for a second super admin, the oldest first',
  answer: z.object({
    success: z.literal(true),
    data: z.array(RoleProposal),
    /** Whether the caller’s next grant of super admin would need a second approval. */
    takesTwo: z.boolean(),
  }),
  errors: [],
})

/** Only for a super admin other than the proposer, with a recent sign-in (security R11, R23). */
export const confirmRoleProposal = endpoint({
  method: 'POST',
  path: '/api/admin/role-proposals/:id/confirm',
  access: 'roles.change',
  summary: 'Make a proposed super admin one, as the second super admin',
  params: z.object({ id: UserId }),
  body: z.object({}),
  answer: RoleAnswer,
  errors: ['NOT_FOUND', 'FORBIDDEN', 'REAUTH_REQUIRED', 'INVALID_STATE', 'VALIDATION_ERROR'],
  limit: MUTATION_LIMIT,
})

/** For any super admin; the proposer withdraws it this way. It grants nothing, so no recent sign-in is needed. */
export const declineRoleProposal = endpoint({
  method: 'POST',
  path: '/api/admin/role-proposals/:id/decline',
  access: 'roles.change',
  summary: 'Decline a proposed super admin, or withdraw one’s own proposal',
  params: z.object({ id: UserId }),
  body: z.object({}),
  answer: z.object({ success: z.literal(true), message: z.string() }),
  errors: ['NOT_FOUND', 'FORBIDDEN', 'INVALID_STATE'],
  limit: MUTATION_LIMIT,
})

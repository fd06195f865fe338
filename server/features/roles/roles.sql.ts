import { HAS_ROLE } from '#server/model/access/caller-query.ts'
import { as, statement } from '#server/platform/database/statement.ts'

/** The latest event about a person as super admin; a proposal that isn't the latest was answered. */
const IS_ROLE_EVENT = `(type in ('user.role_proposed', 'user.role_declined', 'user.role_removed')
  or type = 'user.role_granted' and after->>'isSuperAdmin' = 'true')`

export interface Person {
  id: string
  name: string | null
  auth0Email: string | null
  emailVerified: boolean
  disabledAt: Date | null
  suspendedAt: Date | null
  isAdmin: boolean
  isSuperAdmin: boolean
  roles: string[]
}

const PERSON = (u: string) =>
  `json_build_object('id', ${u}.id, 'name', ${u}.name, 'auth0Email', ${u}.auth0_email,
     'emailVerified', ${u}.email_verified, 'disabledAt', ${u}.disabled_at, 'suspendedAt', ${u}.suspended_at,
     'isAdmin', ${u}.is_admin, 'isSuperAdmin', ${u}.is_super_admin, 'roles', ${u}.roles)`

export const selectAdministrators = statement({
  text: `select id, name, auth0_email as "auth0Email", email_verified as "emailVerified", disabled_at as "disabledAt", suspended_at as "suspendedAt",
       is_admin as "isAdmin", is_super_admin as "isSuperAdmin", roles, admin_role_assigned_at as assigned_at, admin_role_assigned_by as assigned_by, last_login
     from users u where (${HAS_ROLE})
       and ($1::boolean is null or (not is_super_admin, id) > (not $1::boolean, $2::bigint))
     order by not is_super_admin, id limit $3`,
  takes: ['bool?', 'int8?', 'int8'],
  gives: {
    id: 'int8',
    name: 'text?',
    auth0Email: 'text?',
    emailVerified: 'bool',
    disabledAt: 'timestamptz?',
    suspendedAt: 'timestamptz?',
    isAdmin: 'bool',
    isSuperAdmin: 'bool',
    roles: 'text[]',
    assigned_at: 'timestamptz?',
    assigned_by: 'text?',
    last_login: 'timestamptz?',
  },
})

export const selectLatestRoleEvent = statement({
  text: `select id, user_id as "userId", actor_id as by, type, at from events
     where user_id = $1 and ${IS_ROLE_EVENT} order by id desc limit 1`,
  takes: ['int8'],
  gives: { id: 'int8', userId: 'int8!', by: 'int8!', type: 'text', at: 'timestamptz' },
})

export const selectProposal = statement({
  text: `select id, user_id as "userId", actor_id as by, type, at from events
     where id = $1 and type = 'user.role_proposed'`,
  takes: ['int8'],
  gives: { id: 'int8', userId: 'int8!', by: 'int8!', type: 'text', at: 'timestamptz' },
})

export const selectWaitingProposals = statement({
  text: `select latest.id, latest.at, ${PERSON('u')} as person, ${PERSON('p')} as proposer
     from (select distinct on (user_id) id, user_id, actor_id, type, at from events
       where ${IS_ROLE_EVENT} and at > $1 order by user_id, id desc) latest
     join users u on u.id = latest.user_id join users p on p.id = latest.actor_id
     where latest.type = 'user.role_proposed' and not u.is_super_admin order by latest.id limit 100`,
  takes: ['timestamptz'],
  gives: { id: 'int8', at: 'timestamptz', person: as<Person>('json'), proposer: as<Person>('json') },
})

import { sql } from 'drizzle-orm'
import { users } from '#server/model/schema/users.ts'
import { writeRoles } from '#server/model/staff/roles.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type Command, refuseMore, WrongArguments } from './command.ts'

const ROLES = { '--admin': 'admin', '--super': 'super' } as const

/** Makes someone who has signed in an administrator. */
export const grant: Command = {
  usage: [
    ['grant --admin EMAIL', 'make someone who has signed in an administrator'],
    ['grant --super EMAIL', 'make someone who has signed in a super administrator'],
  ],
  parse: ([flag, email, ...more]) => {
    if (flag !== '--admin' && flag !== '--super')
      throw new WrongArguments(`Say which role first, --admin or --super${flag ? `, not “${flag}”` : ''}.`)
    if (email === undefined) throw new WrongArguments('Say by their email who gets the role.')
    refuseMore(more)
    return async ({ database, now }) => ({
      says: await grantRole(database, { email, role: ROLES[flag], now: now() }),
    })
  },
}

interface Grant {
  email: string
  role: 'admin' | 'super'
  now: Date
}

/**
 * Makes the person with this provider email an administrator, from the server itself: the first one can't be
 * appointed any other way (security R22). Returns a sentence; throws if no one, or more than one
 * person, has signed in with it.
 */
export async function grantRole(database: Database, { email, role, now }: Grant): Promise<string> {
  return database.transaction(async (tx) => {
    const found = await tx
      .select()
      .from(users)
      .where(sql`lower(${users.auth0Email}) = lower(${email})`)
      .for('update')
    const [user] = found
    if (!user)
      throw new Error(`No one has signed in as ${email} yet. Sign in once, then run this command again.`)
    if (found.length > 1)
      throw new Error(
        `${found.length} people sign in as ${email} by different providers. Ask one of them to use another address.`,
      )
    const after = { isAdmin: true, isSuperAdmin: role === 'super' || user.isSuperAdmin, roles: user.roles }
    await writeRoles(tx, { userId: user.id, before: user, after, at: now, actor: { kind: 'system' } })
    const verified = user.emailVerified
      ? ''
      : ' Their provider has not verified this email yet; until it has, the role has no effect.'
    return `${email} is now ${role === 'super' ? 'a super administrator' : 'an administrator'}.${verified}`
  })
}

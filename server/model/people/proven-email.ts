import type { ShownEmail } from '#contract/account/shown-email.ts'
import { mailAddressOf } from '#server/model/mail/mail-person.ts'
import { type UserRow, users } from '#server/model/schema/users.ts'

type Addresses = Pick<UserRow, 'email' | 'emailConfirmedAt' | 'formerEmail' | 'auth0Email' | 'emailVerified'>

/** A person's addresses as columns of a query. */
export const ADDRESS_FIELDS = {
  email: users.email,
  emailConfirmedAt: users.emailConfirmedAt,
  formerEmail: users.formerEmail,
  auth0Email: users.auth0Email,
  emailVerified: users.emailVerified,
} as const

/** The same for the text of a statement that has the users as `u`. */
export const ADDRESS_COLUMNS = `u.email, u.email_confirmed_at as "emailConfirmedAt", u.former_email as "formerEmail",
  u.auth0_email as "auth0Email", u.email_verified as "emailVerified"`
export const ADDRESS_TYPES = {
  email: 'text?',
  emailConfirmedAt: 'timestamptz?',
  formerEmail: 'text?',
  auth0Email: 'text?',
  emailVerified: 'bool',
} as const

/**
 * The address by which staff know a person, and whether they have proven that it is theirs (choices §2.6): anyone
 * can type any address.
 */
export function shownEmail(person: Addresses): ShownEmail {
  const email = person.email ?? person.auth0Email
  return { email, email_confirmed: email !== null && hasProven(person, email) }
}

/** Whether this person has proven an address: it is the one used for emails, or the provider has verified it. */
export function hasProven(person: Addresses, address: string): boolean {
  return (
    sameAddress(mailAddressOf(person), address) ||
    (person.emailVerified && sameAddress(person.auth0Email, address))
  )
}

/** Whether two addresses are equal, ignoring case. */
export function sameAddress(left: string | null, right: string): boolean {
  return left !== null && left.toLowerCase() === right.toLowerCase()
}

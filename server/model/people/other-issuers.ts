import { APPLICANT_ISSUER } from '#server/model/schema/applicants.ts'
import type { Database } from '#server/platform/database/database.ts'
import { EMBEDDED_ISSUER } from '#server/platform/identity/identity-provider.ts'
import { ERASED_ISSUER } from './erased-people.ts'
import { countByOtherIssuer } from './people.sql.ts'

/**
 * What an operator is told if people have accounts of another identity provider than the configured one: someone is
 * known by issuer and `sub` (security R3), so they can't get into those accounts. Undefined if all are of this one.
 */
export async function otherIssuersWarning({ pool }: Database, issuer: string): Promise<string | undefined> {
  const { rows } = await countByOtherIssuer(pool, [[issuer, APPLICANT_ISSUER, ERASED_ISSUER]])
  if (rows.length === 0) return undefined
  const people = rows.reduce((sum, row) => sum + row.people, 0)
  const of = rows.map((row) => nameOf(row.issuer)).join(', ')
  const accounts = people === 1 ? '1 account belongs' : `${people.toLocaleString('en-GB')} accounts belong`
  return (
    `${accounts} to another identity provider (${of}) than ${nameOf(issuer)}. Who signs in now is someone new, and can’t get into such an account. ` +
    'If that isn’t meant, set OIDC_ISSUER back; docs/operations.md says under “Another identity provider” what else helps'
  )
}

function nameOf(issuer: string): string {
  return issuer === EMBEDDED_ISSUER ? 'the embedded one' : issuer
}

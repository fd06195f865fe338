import type { InvestorCategory } from '#contract/investor-rules.ts'
import type { OwnCertification, OwnCertifications } from './queries.ts'

/** An investor statement that counts, or the last one that did. */
export interface HeldStatement {
  category: InvestorCategory
  standing: 'valid' | 'ends_soon' | 'expired'
  signedAt: string
  expiresAt: string | null
  /** Where it is read as a PDF. */
  url: string | null
}

/** The statement of the category in force, else the newest that has expired, else null. */
export function heldStatement({
  certifications,
  investor_category,
}: OwnCertifications): HeldStatement | null {
  const isCurrent = (one: OwnCertification) => one.status === 'current'
  const statements = certifications.filter((one) => one.investor_category !== null)
  const one =
    statements.find((each) => isCurrent(each) && each.investor_category === investor_category) ??
    statements.find(isCurrent) ??
    statements.find(({ status }) => status === 'expired')
  return one ? asHeld(one) : null
}

/** The statements that count as well, but whose category is not in force. */
export function otherStatements(own: OwnCertifications): HeldStatement[] {
  const inForce = heldStatement(own)?.category
  return own.certifications.flatMap((one) => {
    const statement = one.status === 'current' ? asHeld(one) : null
    return statement && statement.category !== inForce ? [statement] : []
  })
}

/** A certification as the statement it is; null for one of another kind. */
export function asHeld(one: OwnCertification): HeldStatement | null {
  if (one.investor_category === null) return null
  return {
    category: one.investor_category,
    standing: one.status !== 'current' ? 'expired' : one.ends_soon ? 'ends_soon' : 'valid',
    signedAt: one.acknowledged_at,
    expiresAt: one.expires_at,
    url: one.statement_url,
  }
}

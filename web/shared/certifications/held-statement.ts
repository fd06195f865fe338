import type { InvestorCategory } from '#contract/certifications/investor-rules.ts'
import type { OwnCertification, OwnCertifications } from './queries.ts'

/** A valid investor statement, or the last one that was. */
export interface HeldStatement {
  category: InvestorCategory
  standing: 'valid' | 'ends_soon' | 'expired'
  signedAt: string
  expiresAt: string | null
  /** The URL of its PDF. */
  url: string | null
}

/** Returns the statement of the category in force, otherwise the newest expired one, otherwise null. */
export function heldStatement({
  certifications,
  investor_category,
}: OwnCertifications): HeldStatement | null {
  const isCurrent = (certification: OwnCertification) => certification.status === 'current'
  const statements = certifications.filter((certification) => certification.investor_category !== null)
  const held =
    statements.find((each) => isCurrent(each) && each.investor_category === investor_category) ??
    statements.find(isCurrent) ??
    statements.find(({ status }) => status === 'expired')
  return held ? asHeld(held) : null
}

/** The other valid statements, whose category isn't in force. */
export function otherStatements(own: OwnCertifications): HeldStatement[] {
  const inForce = heldStatement(own)?.category
  return own.certifications.flatMap((certification) => {
    const statement = certification.status === 'current' ? asHeld(certification) : null
    return statement && statement.category !== inForce ? [statement] : []
  })
}

/** Returns a certification as an investor statement; null if it is of another kind. */
export function asHeld(certification: OwnCertification): HeldStatement | null {
  if (certification.investor_category === null) return null
  return {
    category: certification.investor_category,
    standing:
      certification.status !== 'current' ? 'expired' : certification.ends_soon ? 'ends_soon' : 'valid',
    signedAt: certification.acknowledged_at,
    expiresAt: certification.expires_at,
    url: certification.statement_url,
  }
}

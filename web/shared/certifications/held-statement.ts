import type { InvestorCategory } from '#contract/certifications/investor-rules.ts'
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
  const isCurrent = (certification: OwnCertification) => certification.status === 'current'
  const statements = certifications.filter((certification) => certification.investor_category !== null)
  const held =
    statements.find((each) => isCurrent(each) && each.investor_category === investor_category) ??
    statements.find(isCurrent) ??
    statements.find(({ status }) => status === 'expired')
  return held ? asHeld(held) : null
}

/** The statements that count as well, but whose category is not in force. */
export function otherStatements(own: OwnCertifications): HeldStatement[] {
  const inForce = heldStatement(own)?.category
  return own.certifications.flatMap((certification) => {
    const statement = certification.status === 'current' ? asHeld(certification) : null
    return statement && statement.category !== inForce ? [statement] : []
  })
}

/** A certification as the statement it is; null for one of another kind. */
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

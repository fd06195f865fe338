import type { InvestorCategory } from '#contract/certifications/investor-rules.ts'
import type { CertificationRow } from '#server/model/schema/certifications.ts'
import { categoryOfName } from './certifications.ts'

export interface CountingStatement {
  id: number
  category: InvestorCategory
  expiresAt: Date
}

/** The statement of the category in force, or else the one that counted last; null where none was signed. */
export function countingStatement(
  rows: readonly CertificationRow[],
  inForce: string | null,
): CountingStatement | null {
  const statements = rows
    .flatMap((row) => {
      const category = categoryOfName(row.certificationName)
      return category && row.expiresAt ? [{ id: row.id, category, expiresAt: row.expiresAt }] : []
    })
    .sort((a, b) => b.expiresAt.getTime() - a.expiresAt.getTime())
  return statements.find(({ category }) => category === inForce) ?? statements[0] ?? null
}

import { describe, expect, it } from 'vitest'
import { heldStatement, otherStatements } from './held-statement.ts'
import type { OwnCertification, OwnCertifications } from './queries.ts'

const certificationOf = (
  category: OwnCertification['investor_category'],
  given: Partial<OwnCertification> = {},
) => ({
  id: 1,
  certification_name: category ? `investor_${category}` : 'main_risk_disclosure',
  certification_type: category ? 'investor_category' : 'risk_disclosure',
  text_confirmed: true,
  acknowledged_at: '2026-11-21T09:00:00Z',
  expires_at: '2027-11-21T00:00:00Z',
  status: 'current' as const,
  ends_soon: false,
  investor_category: category,
  statement_url: null,
  ...given,
})
const own = (
  investor_category: OwnCertifications['investor_category'],
  ...certifications: OwnCertification[]
): OwnCertifications => ({ certifications, investor_category })

describe('the current statement', () => {
  it('does not exist without one', () => {
    expect(heldStatement(own(null, certificationOf(null)))).toBeNull()
  })
  it('is that of the category in force, and the others also count', () => {
    const both = own(
      'restricted',
      certificationOf('hnw'),
      certificationOf('restricted'),
      certificationOf(null),
    )
    expect(heldStatement(both)).toMatchObject({ category: 'restricted', standing: 'valid' })
    expect(otherStatements(both)).toMatchObject([{ category: 'hnw' }])
  })
  it('ends soon if the server says so', () => {
    expect(heldStatement(own('hnw', certificationOf('hnw', { ends_soon: true })))?.standing).toBe('ends_soon')
  })
  it('is the last one if all have expired, and none that was replaced', () => {
    const gone = own(
      null,
      certificationOf('restricted', { status: 'superseded' }),
      certificationOf('hnw', { status: 'expired' }),
      certificationOf('sophisticated', { status: 'expired' }),
    )
    expect(heldStatement(gone)).toMatchObject({ category: 'hnw', standing: 'expired' })
    expect(otherStatements(gone)).toEqual([])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { londonDate, londonMidnight } from '#domain/plain-date.ts'
import { erasurePlan, type Relationship, retainUntil, retentionGround } from './retention.ts'

const PERIODS = { customerYears: 5, applicantMonths: 12 }
const NO_ONE: Relationship = {
  wasCustomer: false,
  hasSubmitted: false,
  hasStatements: false,
  hasInvoices: false,
}
const relationship = fc.record({
  wasCustomer: fc.boolean(),
  hasSubmitted: fc.boolean(),
  hasStatements: fc.boolean(),
  hasInvoices: fc.boolean(),
})
const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2180-01-01'), noInvalidDate: true })

describe('R58 how long records are retained', () => {
  it.each([
    ['nobody', {}, 'none'],
    ['someone with invoices alone', { hasInvoices: true }, 'none'],
    ['an applicant', { hasSubmitted: true }, 'applicant'],
    ['a signer', { hasStatements: true }, 'applicant'],
    ['a customer', { hasSubmitted: true, wasCustomer: true }, 'customer'],
  ])('for %s they are those of %o: %s', (_, is, ground) =>
    expect(retentionGround({ ...NO_ONE, ...is })).toBe(ground),
  )

  it.each([
    ['customer', '2026-03-10T10:00:00Z', '2031-03-10T00:00:00.000Z'],
    ['customer', '2024-02-29T10:00:00Z', '2029-02-28T00:00:00.000Z'],
    ['customer', '2026-07-01T23:30:00Z', '2031-07-01T23:00:00.000Z'],
    ['applicant', '2026-03-10T10:00:00Z', '2027-03-10T00:00:00.000Z'],
  ] as const)('for a %s who left at %s until %s', (ground, ended, until) =>
    expect(retainUntil(ground, new Date(ended), PERIODS)?.toISOString()).toBe(until),
  )

  it('ends when a day starts in London, never before the relationship, and never for no one', () => {
    fc.assert(
      fc.property(relationship, moment, (is, endedAt) => {
        const until = retainUntil(retentionGround(is), endedAt, PERIODS)
        if (!until) return !is.wasCustomer && !is.hasSubmitted && !is.hasStatements
        return until > endedAt && until.getTime() === londonMidnight(londonDate(until)).getTime()
      }),
    )
  })
})

describe('R58 the text of an erasure', () => {
  it('names the day and the law for a customer’s retained records', () => {
    const { kept } = erasurePlan(
      { ...NO_ONE, wasCustomer: true, hasSubmitted: true, hasInvoices: true },
      { at: new Date('2026-03-10T10:00:00Z') },
      PERIODS,
      'uk',
    )
    expect(kept.map(({ until }) => until)).toEqual([
      '10 Mar 2031',
      '10 Mar 2031',
      '6 years after each of them',
      '10 Mar 2031',
    ])
    expect(kept[0]?.why).toContain('regulation 40')
  })

  it('says that its days are the latest while the erasure isn’t carried out', () => {
    const customer = { ...NO_ONE, wasCustomer: true, hasInvoices: true }
    const { kept } = erasurePlan(customer, { by: new Date('2026-04-09T10:00:00Z') }, PERIODS, 'uk')
    expect(kept.map(({ until }) => until)).toEqual([
      '9 Apr 2031 at the latest',
      '6 years after each of them',
      '9 Apr 2031 at the latest',
    ])
  })

  it('retains something of everyone for a stated reason, and evidence only if there is a ground', () => {
    fc.assert(
      fc.property(relationship, moment, (is, at) => {
        const { goes, kept } = erasurePlan(is, { at }, PERIODS, 'us')
        const keepsAcceptances = kept.some(({ what }) => what.startsWith('Statements'))
        return (
          kept.every(({ until, why }) => until !== '' && why !== '') &&
          keepsAcceptances === (retentionGround(is) !== 'none') &&
          keepsAcceptances !== goes.some((line) => line.startsWith('Everything you accepted'))
        )
      }),
    )
  })
})

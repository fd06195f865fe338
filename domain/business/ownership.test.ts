import { describe, expect, it } from 'vitest'
import { NO_UBO_REASONS } from '#contract/onboarding/business-people.ts'
import type { OwnerFields } from './business-fields.ts'
import { needsSeniorManager, ownershipProblems } from './ownership.ts'

const owner = (fullName: string, ownershipPercent: string | number): OwnerFields => ({
  fullName,
  birthDate: '1971-03',
  nationality: 'GB',
  residenceCountry: 'GB',
  ownershipPercent,
})
const MANAGER = { fullName: 'Ada Lovelace', birthDate: '1971-03', nationality: 'GB', residenceCountry: 'GB' }

describe('the ownership as a whole', () => {
  it('of four equal holders is fine: each has exactly 25 %', () => {
    const owners = ['Ada', 'Ben', 'Cay', 'Dee'].map((name) => owner(name, 25))
    expect(ownershipProblems({ beneficialOwners: owners })).toEqual({})
  })

  it('of more than 100 % may be right where some of it is held through others', () => {
    const owners = [owner('Ada', '100'), { ...owner('Ben', 50.01), heldThrough: 'Fern Holdings' }]
    expect(ownershipProblems({ beneficialOwners: owners })).toEqual({})
  })

  it('of more than 100 % that is held directly is refused, with what is held so', () => {
    const owners = [
      owner('Ada', '50'),
      owner('Ben', 50.01),
      { ...owner('Cay', 25), heldThrough: 'Fern Holdings' },
    ]
    expect(ownershipProblems({ beneficialOwners: owners }).beneficialOwners).toMatch(
      /^The shares held directly come to 100\.01%/,
    )
  })

  it('reports the same person twice, but not two people with one name', () => {
    const twice = [owner('Ada  Lovelace', 30), owner(' ada lovelace', 30)]
    expect(ownershipProblems({ beneficialOwners: twice })).toEqual({
      'beneficialOwners.1.fullName': expect.stringContaining('ada lovelace is listed twice'),
    })
    const [first] = twice
    const namesake = { ...owner('Ada Lovelace', 30), nationality: 'FR' }
    expect(ownershipProblems({ beneficialOwners: [first ?? namesake, namesake] })).toEqual({})
  })

  it('counts two people with one name and different births as two', () => {
    const [older, younger] = [owner('Ada', 30), { ...owner('Ada', 30), birthDate: '1999-1-' }]
    expect(ownershipProblems({ beneficialOwners: [older, younger] })).toEqual({})
  })

  it('names every empty field of an owner', () => {
    expect(Object.keys(ownershipProblems({ beneficialOwners: [{}] }))).toEqual([
      'beneficialOwners.0.fullName',
      'beneficialOwners.0.birthDate',
      'beneficialOwners.0.nationality',
      'beneficialOwners.0.residenceCountry',
      'beneficialOwners.0.ownershipPercent',
    ])
  })

  it('needs owners or a reason, and never both', () => {
    expect(Object.keys(ownershipProblems({}))).toEqual(['noUboReason'])
    const both = { beneficialOwners: [owner('Ada', 30)], noUboReason: 'listed' }
    expect(ownershipProblems(both).noUboReason).toContain('not both')
  })

  it.each(NO_UBO_REASONS)(
    'with the reason %s needs the senior manager unless it is listed',
    (noUboReason) => {
      const isAsked = noUboReason !== 'listed'
      expect(needsSeniorManager({ noUboReason })).toBe(isAsked)
      expect(Object.keys(ownershipProblems({ noUboReason })).length).toBe(isAsked ? 4 : 0)
      expect(ownershipProblems({ noUboReason, seniorManager: MANAGER })).toEqual({})
    },
  )

  it('needs no senior manager if there are owners', () => {
    expect(needsSeniorManager({ beneficialOwners: [owner('Ada', 30)], noUboReason: 'non-profit' })).toBe(
      false,
    )
  })
})

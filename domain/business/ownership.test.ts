import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_UBO_REASONS } from '#contract/onboarding/business-people.ts'
import type { OwnerFields } from './business-fields.ts'
import {
  needsSeniorManager,
  ownershipHundredths,
  ownershipProblems,
  percentText,
  shareProblem,
  totalOwnership,
} from './ownership.ts'

const owner = (fullName: string, ownershipPercent: string | number): OwnerFields => ({
  fullName,
  birthDate: '1971-03',
  nationality: 'GB',
  residenceCountry: 'GB',
  ownershipPercent,
})
const MANAGER = { fullName: 'Ada Lovelace', birthDate: '1971-03', nationality: 'GB', residenceCountry: 'GB' }

describe('a share', () => {
  it.each([
    ['25', 2500],
    [25.01, 2501],
    ['37.5', 3750],
    ['37,5 %', 3750],
    [33.33, 3333],
    ['100.00', 10_000],
    [' 29.3 ', 2930],
    ['37.555', null],
    ['1e2', null],
    ['-30', null],
    ['', null],
    [Number.NaN, null],
    [undefined, null],
  ])('%j is %s hundredths', (text, hundredths) => expect(ownershipHundredths(text)).toBe(hundredths))

  it.each<[string | number, string | null]>([
    ['25', null],
    ['25.00', null],
    [100, null],
    ['24.99', 'Enter 25% or more, or remove this owner'],
    [0, 'Enter 25% or more, or remove this owner'],
    ['100.01', 'Ownership cannot be more than 100%'],
    ['30.001', 'Enter the ownership with no more than two decimals, like 37.5'],
    ['a third', 'Enter the ownership with no more than two decimals, like 37.5'],
    ['', 'Enter the ownership as a percentage, like 37.5'],
  ])('of %j: %s', (percent, problem) => expect(shareProblem(percent)).toBe(problem))

  it('is read exactly as it was written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), (hundredths) => {
        expect(ownershipHundredths(percentText(hundredths))).toBe(hundredths)
        expect(ownershipHundredths(hundredths / 100)).toBe(hundredths)
      }),
    )
  })
})

describe('the ownership as a whole', () => {
  it('of four equal holders is fine: each has exactly 25 %', () => {
    const owners = ['Ada', 'Ben', 'Cay', 'Dee'].map((name) => owner(name, 25))
    expect(ownershipProblems({ beneficialOwners: owners })).toEqual({})
  })

  it('of more than 100 % names the total', () => {
    const owners = [owner('Ada', '50'), owner('Ben', 50.01)]
    expect(ownershipProblems({ beneficialOwners: owners })).toEqual({
      beneficialOwners: 'Together the owners hold 100.01%. That cannot be more than 100%',
    })
  })

  it('is refused exactly if the shares add up to more than 100 %', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 2500, max: 10_000 }), { minLength: 1, maxLength: 4 }),
        (shares) => {
          const owners = shares.map((share, index) => owner(`Owner ${index}`, percentText(share)))
          const sum = shares.reduce((total, share) => total + share, 0)
          expect(totalOwnership(owners)).toBe(sum)
          expect(Object.keys(ownershipProblems({ beneficialOwners: owners })).length > 0).toBe(sum > 10_000)
        },
      ),
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

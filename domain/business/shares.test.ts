import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excessOwnership, ownershipHundredths, percentText, shareProblem, totalOwnership } from './shares.ts'

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

describe('shares of more than 100 % in total', () => {
  const direct = (ownershipPercent: string) => ({ ownershipPercent })
  const through = (ownershipPercent: string) => ({ ownershipPercent, heldThrough: 'Fern Holdings' })

  it.each([
    ['two that make all of it', [direct('50'), direct('50.00')], null],
    ['two direct ones that are too much', [direct('50'), direct('50.01')], { total: 10_001, direct: 10_001 }],
    [
      'a blank explanation',
      [direct('80'), { ...through('30'), heldThrough: ' ' }],
      { total: 11_000, direct: 11_000 },
    ],
    ['one held through others', [direct('80'), through('30')], { total: 11_000, direct: 8_000 }],
    ['two held through the same company', [through('60'), through('60')], { total: 12_000, direct: 0 }],
    [
      'direct ones that are too much without the other',
      [direct('60'), direct('50'), through('25')],
      { total: 13_500, direct: 11_000 },
    ],
    ['none', [], null],
  ])('%s', (_name, owners, excess) => expect(excessOwnership(owners)).toEqual(excess))

  it('are found exactly, whatever the shares', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 2500, max: 10_000 }), { maxLength: 8 }), (shares) => {
        const owners = shares.map((share) => direct(percentText(share)))
        const sum = shares.reduce((total, share) => total + share, 0)
        expect(totalOwnership(owners)).toBe(sum)
        expect(excessOwnership(owners)?.total ?? null).toBe(sum > 10_000 ? sum : null)
      }),
    )
  })
})

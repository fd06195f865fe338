import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { USER_TYPE_CARDS, USER_TYPE_FLAGS, USER_TYPES, type UserType } from '#contract/account/user-types.ts'
import {
  chooseUserType,
  flagsForType,
  flagsMatchType,
  type HeldCertification,
  isTraderCertification,
  needsSelfCertification,
  requiresCertification,
  userFlags,
} from './user-type.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const held = (expiresAt: string | null, name = 'investor_hnw'): HeldCertification => ({
  type: 'investor_category',
  name,
  expiresAt: expiresAt ? new Date(expiresAt) : null,
})
const anyType = fc.constantFrom<UserType>(...USER_TYPES)

describe('the flags of a user type', () => {
  it.each<[UserType, string[]]>([
    ['trade', ['is_trader']],
    ['invest', ['is_investor']],
    ['sell', ['is_seller', 'is_developer']],
    ['buy_retire', ['is_buyer']],
    ['corporate', ['is_corporate']],
  ])('%s sets %j and nothing else', (type, expected) => {
    const flags = flagsForType(type)
    expect(USER_TYPE_FLAGS.filter((flag) => flags[flag])).toEqual(expected)
  })

  it('are the same in camelCase', () => {
    expect(userFlags(flagsForType('sell'))).toEqual({
      isTrader: false,
      isInvestor: false,
      isSeller: true,
      isDeveloper: true,
      isBuyer: false,
      isCorporate: false,
    })
  })

  it('R29 agree with only one type', () => {
    fc.assert(
      fc.property(anyType, anyType, (type, other) => {
        expect(flagsMatchType(type, flagsForType(other))).toBe(type === other)
        expect(flagsMatchType(type, {})).toBe(true)
      }),
    )
  })

  it('each have a card, which says who needs self-certification', () => {
    expect(USER_TYPE_CARDS.map((card) => card.id)).toEqual(USER_TYPES)
    for (const card of USER_TYPE_CARDS)
      expect(card.needsSelfCertification).toBe(needsSelfCertification(card.id))
  })
})

describe('R17 traders and investors need a certification', () => {
  it.each<[UserType, HeldCertification[], boolean]>([
    ['sell', [], false],
    ['buy_retire', [], false],
    ['corporate', [], false],
    ['trade', [], true],
    ['invest', [], true],
    ['trade', [held('2027-01-01')], false],
    ['invest', [held(null)], false],
    ['trade', [held('2026-11-20T12:00:00Z')], true],
    ['trade', [held('2026-11-20T12:00:01Z')], false],
    ['trade', [{ type: 'risk_disclosure', name: 'main_risk_disclosure', expiresAt: null }], true],
  ])('%s holding %o: %s', (type, certifications, expected) =>
    expect(requiresCertification(type, certifications, NOW)).toBe(expected),
  )

  it.each([
    ['investor_category', 'anything', true],
    ['trader', 'trader_certification', true],
    ['other', 'investor_restricted', true],
    ['risk_disclosure', 'risk_disclosure', false],
  ])('type %s with the name %s counts: %s', (type, name, expected) =>
    expect(isTraderCertification({ type, name })).toBe(expected),
  )

  it.each([
    [true, true, 'deferred'],
    [true, false, 'certification_required'],
    [false, true, 'certification_required'],
    [false, false, 'certification_required'],
  ])(
    'A02 with the hint %s and onboarding open %s the choice is %s',
    (skipCertificationCheck, onboardingOpen, kind) => {
      const choice = chooseUserType(
        { type: 'trade', skipCertificationCheck },
        { onboardingOpen, certifications: [] },
        NOW,
      )
      expect(choice.kind).toBe(kind)
    },
  )

  it('never sets a trader or investor flag without a certification', () => {
    fc.assert(
      fc.property(anyType, fc.boolean(), fc.boolean(), (type, skipCertificationCheck, onboardingOpen) => {
        const choice = chooseUserType(
          { type, skipCertificationCheck },
          { onboardingOpen, certifications: [] },
          NOW,
        )
        if (choice.kind === 'certification_required') return
        expect(choice.flags.is_trader || choice.flags.is_investor).toBe(false)
      }),
    )
  })
})

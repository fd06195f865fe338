import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StepStanding } from '#contract/verification/standing.ts'
import { flagsForType, userFlags } from '#domain/onboarding/user-type.ts'
import {
  certificationLabel,
  progressPercent,
  progressSentence,
  type VerificationFacts,
  verificationSteps,
} from './verification-progress.ts'

type StepStatus = StepStanding['status']

const NOTHING: VerificationFacts = {
  riskDisclosureAccepted: false,
  certifications: [],
  flags: userFlags(flagsForType(null)),
  pendingType: null,
  questionsOpenAt: null,
  kycVerified: false,
  kycSubmitted: false,
  business: null,
  isRefused: false,
}
const named = (...names: string[]) => names.map((name) => ({ type: 'any', name }))
const statuses = (facts: Partial<VerificationFacts>) =>
  Object.fromEntries(verificationSteps({ ...NOTHING, ...facts }).map((step) => [step.id, step.status]))

describe('the steps of a verification', () => {
  it('are three for someone who neither trades nor invests', () => {
    expect(
      verificationSteps({ ...NOTHING, flags: userFlags(flagsForType('sell')) }).map((step) => step.label),
    ).toEqual(['Risk Disclosure', 'User Classification', 'Identity Verification'])
  })

  it.each([
    { flags: userFlags(flagsForType('trade')) },
    { flags: userFlags(flagsForType('invest')) },
    { pendingType: 'trade' as const },
    { pendingType: 'invest' as const },
  ])('include trader certification for %o', (facts) =>
    expect(statuses(facts)).toHaveProperty('trader_certification', 'required'),
  )

  it.each<[Partial<VerificationFacts>, string, StepStatus]>([
    [{}, 'risk_disclosure', 'required'],
    [{ riskDisclosureAccepted: true }, 'risk_disclosure', 'completed'],
    [{ certifications: named('risk_disclosure') }, 'risk_disclosure', 'completed'],
    [{ certifications: named('main_risk_disclosure') }, 'risk_disclosure', 'completed'],
    [{}, 'user_classification', 'required'],
    [{ flags: userFlags(flagsForType('corporate')) }, 'user_classification', 'completed'],
    [{ certifications: named('user_type_selection') }, 'user_classification', 'completed'],
    [
      { pendingType: 'trade', certifications: named('trader_certification') },
      'trader_certification',
      'completed',
    ],
    [{ pendingType: 'trade', certifications: named('investor_hnw') }, 'trader_certification', 'completed'],
    [{}, 'identity_verification', 'required'],
    [{ kycSubmitted: true }, 'identity_verification', 'pending'],
    [{ kycSubmitted: true, kycVerified: true }, 'identity_verification', 'completed'],
    [{ business: { verified: false, submitted: false } }, 'identity_verification', 'required'],
    [{ business: { verified: false, submitted: true } }, 'identity_verification', 'pending'],
    [{ business: { verified: true, submitted: true } }, 'identity_verification', 'completed'],
    [
      { kycSubmitted: true, business: { verified: true, submitted: true } },
      'identity_verification',
      'completed',
    ],
    [{ isRefused: true }, 'identity_verification', 'refused'],
    [{ isRefused: true, kycVerified: true }, 'identity_verification', 'completed'],
  ])('with %o %s is %s', (facts, id, status) => expect(statuses(facts)[id]).toBe(status))
})

it.each([
  [{ flags: userFlags(flagsForType('trade')) }, 'Trader Certification'],
  [{ flags: userFlags(flagsForType('invest')) }, 'Investor Certification'],
  [{ pendingType: 'trade' }, 'Trader Certification'],
  [{ pendingType: 'invest' }, 'Investor Certification'],
  [{ flags: userFlags(flagsForType('invest')), pendingType: 'trade' }, 'Trader Certification'],
] as const)('no one who only invests is called a trader: %o has a %s', (facts, label) => {
  const steps = verificationSteps({ ...NOTHING, ...facts })
  expect(steps.find(({ id }) => id === 'trader_certification')?.label).toBe(label)
})

it('no seller is called a trader who once certified to invest', () => {
  const seller = { flags: userFlags(flagsForType('sell')), pendingType: null }
  expect(certificationLabel({ ...seller, isCertified: true })).toBe('Investor Certification')
  expect(certificationLabel(seller)).toBe('Trader Certification')
})

it('link to the company’s onboarding if one was started', () => {
  const lastOf = (facts: Partial<VerificationFacts>) =>
    verificationSteps({ ...NOTHING, ...facts }).at(-1)?.href
  expect(lastOf({})).toBe('/onboarding')
  expect(lastOf({ business: { verified: false, submitted: false } })).toBe('/onboarding/business')
})

describe('the progress percent', () => {
  const step = fc.record({
    status: fc.constantFrom<StepStatus>('required', 'pending', 'completed', 'refused'),
  })

  it.each<[StepStatus[], number]>([
    [[], 0],
    [['required', 'required', 'required'], 0],
    [['completed', 'completed', 'required', 'pending'], 63],
    [['completed', 'completed', 'pending'], 83],
    [['completed', 'required', 'required'], 33],
    [['completed', 'completed', 'completed', 'completed'], 100],
  ])('of %j is %i', (list, percent) =>
    expect(progressPercent(list.map((status) => ({ status })))).toBe(percent),
  )

  it('is between 0 and 100, is 100 only if everything is completed, and ignores the order', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) => {
        const percent = progressPercent(steps)
        expect(percent).toBeGreaterThanOrEqual(0)
        expect(percent).toBeLessThanOrEqual(100)
        expect(percent === 100).toBe(steps.every((step) => step.status === 'completed'))
        expect(progressPercent([...steps].reverse())).toBe(percent)
      }),
    )
  })

  it('never falls when a step advances', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), fc.nat(), (steps, pick) => {
        const at = pick % steps.length
        const further = steps.map((step, index) => (index === at ? { status: 'completed' as const } : step))
        expect(progressPercent(further)).toBeGreaterThanOrEqual(progressPercent(steps))
      }),
    )
  })
})

function steps(...statuses: StepStanding['status'][]) {
  return statuses.map((status) => ({ status }))
}

it.each([
  [
    steps('completed', 'completed', 'required', 'pending'),
    'Two of four steps are complete and one is with our team. You have one step left to do.',
  ],
  [
    steps('required', 'required', 'required'),
    'None of three steps are complete. You have three steps left to do.',
  ],
  [
    steps('completed', 'completed', 'pending'),
    'Two of three steps are complete and one is with our team. There’s nothing left for you to do.',
  ],
  [steps('completed', 'completed', 'completed'), 'Every step is complete.'],
  [
    steps('completed', 'completed', 'refused'),
    'Two of three steps are complete. We couldn’t approve your application, so there is nothing left to do.',
  ],
  [
    steps('completed', 'required', 'refused'),
    'One of three steps is complete. We couldn’t approve your application, so there is nothing left to do.',
  ],
])('says how far the steps are', (given, sentence) => {
  expect(progressSentence(given)).toBe(sentence)
})

it.each([
  [
    steps('completed', 'completed', 'pending'),
    'Two of three steps are complete and one waits until you confirm your email address.',
  ],
  [
    steps('completed', 'required', 'pending'),
    'One of three steps is complete and one waits until you confirm your email address. You have one step left to do.',
  ],
])('calls nothing ours or done before the email is confirmed', (given, sentence) => {
  expect(progressSentence(given, { waitsForEmail: true })).toBe(sentence)
})

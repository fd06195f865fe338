import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { USER_TYPES, type UserType } from '#contract/account/user-types.ts'
import { CONSUMER_SLOTS, DOC_TYPES } from '#contract/documents/documents.ts'
import { CONSUMER_RAIL, CONSUMER_STEPS, type ConsumerStep } from '#contract/onboarding/onboarding-steps.ts'
import {
  autoAdvances,
  type ConsumerProgress,
  consumerFlow,
  missingForReview,
  missingRequiredFields,
} from './onboarding-flow.ts'

const {
  nextStep,
  previousStep,
  stepFromParam,
  stepParam,
  railPosition,
  isStepComplete,
  firstIncompleteStep,
  railProgress,
} = consumerFlow

const EMPTY: ConsumerProgress = { riskAccepted: false, fields: {}, docType: null, files: [], userType: null }
const FIELDS = {
  firstName: 'Amara',
  lastName: 'Okafor',
  dob: '1988-03-09',
  email: 'amara@fernhill.example',
  phone: '+447911123456',
  address: '14 Larkfield Road',
}
const FULL: ConsumerProgress = {
  riskAccepted: true,
  fields: FIELDS,
  docType: 'drivingLicence',
  files: [...CONSUMER_SLOTS],
  userType: 'sell',
}
const anyStep = fc.constantFrom<ConsumerStep>(...CONSUMER_STEPS)
const text = fc.constantFrom('', ' ', 'something')
const anyAnswers: fc.Arbitrary<ConsumerProgress> = fc.record({
  riskAccepted: fc.boolean(),
  fields: fc.record({ firstName: text, lastName: text, dob: text, email: text, phone: text, address: text }),
  docType: fc.constantFrom(null, ...DOC_TYPES),
  files: fc.subarray([...CONSUMER_SLOTS]),
  userType: fc.constantFrom<UserType | null>(null, ...USER_TYPES),
})

describe('the order of the steps', () => {
  it('puts the user type before the review, and Back from 7 goes to 6', () => {
    expect(nextStep('proof-of-address')).toBe('user-type')
    expect(nextStep('user-type')).toBe('review')
    expect(previousStep('user-type')).toBe('proof-of-address')
    expect(previousStep('review')).toBe('user-type')
    expect(previousStep('start')).toBeNull()
    expect(nextStep('review')).toBeNull()
  })

  it('leads back to the review after a single answer was changed', () => {
    for (const step of CONSUMER_STEPS) expect(nextStep(step, true)).toBe(step === 'review' ? null : 'review')
  })

  it('is the same backwards, without what the account type already answers', () => {
    const aside: ConsumerStep[] = ['start', 'what-you-need']
    fc.assert(
      fc.property(anyStep, (step) => {
        const next = nextStep(step)
        if (next && !aside.includes(step)) expect(previousStep(next)).toBe(step)
      }),
    )
    for (const step of CONSUMER_STEPS) {
      expect(aside).not.toContain(nextStep(step))
      expect(aside).not.toContain(previousStep(step))
    }
    expect([nextStep('start'), nextStep('risk-disclosure')]).toEqual(['risk-disclosure', 'personal-details'])
    expect(previousStep('risk-disclosure')).toBeNull()
  })

  it('shows eight entries, numbered from 1, with every step in exactly one', () => {
    expect(CONSUMER_RAIL.map((entry) => entry.label)).toEqual([
      'Start',
      'Risk Disclosure',
      'Personal Details',
      'ID Document',
      'Selfie',
      'Proof of Address',
      'User Type Selection',
      'Review & Submit',
    ])
    expect(CONSUMER_RAIL.flatMap((entry) => entry.steps)).toEqual([...CONSUMER_STEPS])
    expect(railPosition('personal-details')).toEqual({ label: 'Personal Details', number: 3, total: 8 })
    expect(railPosition('review').number).toBe(8)
  })
})

describe('the step in the URL', () => {
  it.each<[unknown, ConsumerStep | null]>([
    ['0', 'start'],
    [0, 'start'],
    ['2', 'what-you-need'],
    ['3', 'personal-details'],
    [6, 'proof-of-address'],
    ['7', 'user-type'],
    ['user-type', 'user-type'],
    ['review', 'review'],
    ['selfie', 'selfie'],
    ['8', null],
    ['-1', null],
    ['1.5', null],
    ['01', null],
    ['', null],
    [undefined, null],
    [['1'], null],
    ['USER-TYPE', null],
  ])('%j is %s', (value, step) => expect(stepFromParam(value)).toBe(step))

  it('reads back what it wrote', () => {
    for (const step of CONSUMER_STEPS) expect(stepFromParam(stepParam(step))).toBe(step)
  })
})

describe('a return visit', () => {
  it.each<[string, ConsumerProgress, ConsumerStep]>([
    ['with nothing answered', EMPTY, 'risk-disclosure'],
    ['knowing only the email', { ...EMPTY, fields: { email: FIELDS.email } }, 'risk-disclosure'],
    ['after the risk disclosure', { ...EMPTY, riskAccepted: true }, 'personal-details'],
    [
      'in the middle of the details',
      { ...EMPTY, riskAccepted: true, fields: { firstName: 'Amara' } },
      'personal-details',
    ],
    ['without the risk disclosure', { ...FULL, riskAccepted: false }, 'risk-disclosure'],
    [
      'without the back of a licence',
      { ...FULL, files: ['id-front', 'selfie', 'proof-of-address'] },
      'id-document',
    ],
    ['with a passport alone', { ...FULL, docType: 'passport', files: ['id-front'] }, 'selfie'],
    ['without a user type', { ...FULL, userType: null }, 'user-type'],
    ['with everything', FULL, 'review'],
  ])('with %s opens %s', (_, answers, step) => expect(firstIncompleteStep(answers)).toBe(step))

  it('opens the first incomplete step, and review only if all are complete', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const first = firstIncompleteStep(answers)
        const before = CONSUMER_STEPS.slice(0, CONSUMER_STEPS.indexOf(first)).filter(
          (step) => step !== 'start' && step !== 'what-you-need',
        )
        expect(before.every((step) => isStepComplete(step, answers))).toBe(true)
        const missing = missingForReview(answers)
        expect(first === 'review').toBe(missing.steps.length === 0)
        if (first === 'review') expect(missing.slots).toEqual([])
      }),
    )
  })

  it('marks one entry of the rail as current and the complete ones as done', () => {
    const rail = railProgress('id-document', { ...FULL, userType: null })
    expect(rail.map((entry) => entry.progress)).toEqual([
      'done',
      'done',
      'done',
      'current',
      'done',
      'done',
      'upcoming',
      'upcoming',
    ])
  })
})

describe('required fields', () => {
  it('are named by their labels', () => {
    const missing = missingRequiredFields({ ...FIELDS, dob: '', phone: '   ' })
    expect(missing.map((gap) => gap.field)).toEqual(['dob', 'phone'])
    expect(missing.map((gap) => gap.label)).toEqual(['Date of Birth', 'Phone Number'])
    expect(missingRequiredFields(FIELDS)).toEqual([])
    expect(missingRequiredFields({})).toHaveLength(6)
  })

  it.each<[UserType, boolean]>([
    ['trade', false],
    ['invest', false],
    ['sell', true],
    ['buy_retire', true],
    ['corporate', true],
  ])('choosing %s continues automatically: %s', (type, advances) => expect(autoAdvances(type)).toBe(advances))
})

import { describe, expect, test } from 'vitest'
import type { ConsumerProgress } from '#domain/onboarding/onboarding-flow.ts'
import { CONSUMER } from '#web/features/onboarding/consumer/consumer-page.tsx'
import { canReach, railOf, stepSearch, stepToShow } from './reachability.ts'

const NOTHING: ConsumerProgress = {
  riskAccepted: false,
  fields: {},
  docType: null,
  files: [],
  userType: null,
}
const DETAILS: ConsumerProgress = {
  ...NOTHING,
  riskAccepted: true,
  fields: {
    firstName: 'Amara',
    lastName: 'Okafor',
    dob: '1988-03-09',
    email: 'amara@fernhill.example',
    phone: '+44 7700 900142',
    address: '14 Larkfield Road',
  },
}
const ALL: ConsumerProgress = {
  ...DETAILS,
  docType: 'passport',
  files: ['id-front', 'selfie', 'proof-of-address'],
  userType: 'sell',
}

describe('which step the URL opens', () => {
  test.each([
    [undefined, NOTHING, 'risk-disclosure'],
    ['1', NOTHING, 'risk-disclosure'],
    ['2', NOTHING, 'risk-disclosure'],
    ['review', NOTHING, 'risk-disclosure'],
    [3, { ...NOTHING, riskAccepted: true }, 'personal-details'],
    ['5', DETAILS, 'id-document'],
    ['4', DETAILS, 'id-document'],
    [undefined, DETAILS, 'id-document'],
    ['nonsense', ALL, 'review'],
    [undefined, ALL, 'review'],
    ['0', ALL, 'start'],
    ['0', NOTHING, 'start'],
    ['2', DETAILS, 'what-you-need'],
  ] as const)('step=%s shows the right screen', (param, answers, expected) => {
    expect(stepToShow(CONSUMER, param, answers)).toBe(expected)
  })

  test('step=user-type goes to the user type whatever is missing', () => {
    expect(stepToShow(CONSUMER, 'user-type', NOTHING)).toBe('user-type')
  })

  test('a driving licence without its back keeps the selfie closed', () => {
    expect(canReach(CONSUMER, 'selfie', { ...ALL, docType: 'drivingLicence' })).toBe(false)
  })
})

test('the start is done once the person has passed it', () => {
  expect(railOf(CONSUMER, 'risk-disclosure', NOTHING).map((entry) => entry.progress)).toEqual([
    'done',
    'current',
    ...Array(6).fill('upcoming'),
  ])
})

test('steps are in the URL as plain numbers, the last two by name', () => {
  expect(stepSearch('3')).toEqual({ step: 3 })
  expect(stepSearch('user-type', true)).toEqual({ step: 'user-type', change: 1 })
})

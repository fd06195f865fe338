import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  BUSINESS_STEP_LABELS,
  BUSINESS_STEPS,
  type BusinessStep,
} from '#contract/onboarding/business-steps.ts'
import type { BusinessFields } from '#domain/business/business-fields.ts'
import { type BusinessProgress, businessFlow, mayPass } from './business-flow.ts'

const COMPANY = {
  legalName: 'Fern Hill Limited',
  registeredAddress: '1 Fern Lane, Bristol BS99 1AA',
  companyNumber: '1234567',
}
const OWNERS = { noUboReason: 'listed' }
const PEOPLE = {
  primaryRepresentative: { name: 'Ada Lovelace', birthDate: '1971-03', email: 'ada@fern.example' },
}
const FULL: BusinessFields = { ...COMPANY, ...OWNERS, ...PEOPLE, userType: 'corporate' }
const at = (fields: BusinessFields, furthest?: BusinessStep): BusinessProgress => ({
  riskAccepted: true,
  fields,
  furthest,
})
const anyProgress: fc.Arbitrary<BusinessProgress> = fc.record({
  riskAccepted: fc.boolean(),
  fields: fc
    .subarray([
      COMPANY,
      OWNERS,
      PEOPLE,
      { userType: 'sell' },
      { bankName: 'Fern Bank' },
      { registryName: '' },
    ])
    .map((parts) => Object.assign({}, ...parts)),
  furthest: fc.constantFrom(undefined, ...BUSINESS_STEPS),
})

describe('the order of the steps', () => {
  it('goes from accepting the risk disclosure to the company, and back', () => {
    expect(businessFlow.nextStep('risk-disclosure')).toBe('company')
    expect(businessFlow.previousStep('company')).toBe('risk-disclosure')
    expect(businessFlow.previousStep('start')).toBeNull()
    expect(businessFlow.previousStep('risk-disclosure')).toBeNull()
    expect(businessFlow.nextStep('user-type')).toBe('review')
    expect(businessFlow.nextStep('review')).toBeNull()
    expect(businessFlow.nextStep('settlement', true)).toBe('review')
  })

  it.each<[unknown, BusinessStep | null]>([
    ['0', 'start'],
    ['1', 'risk-disclosure'],
    ['2', null],
    [3, 'company'],
    ['6', 'representatives'],
    ['7', 'user-type'],
    ['user-type', 'user-type'],
    ['review', 'review'],
    ['owners', 'owners'],
    ['8', null],
    ['', null],
    [null, null],
    [['3'], null],
  ])('%j in the URL is %s', (value, step) => expect(businessFlow.stepFromParam(value)).toBe(step))

  it('writes each step in a form that it can read', () => {
    expect(BUSINESS_STEPS.map(businessFlow.stepParam)).toEqual([
      '0',
      '1',
      '3',
      '4',
      '5',
      '6',
      'user-type',
      'review',
    ])
    for (const step of BUSINESS_STEPS)
      expect(businessFlow.stepFromParam(businessFlow.stepParam(step))).toBe(step)
  })

  it('shows eight entries, numbered from 1', () => {
    expect(businessFlow.railPosition('company')).toEqual({
      label: 'Company Information',
      number: 3,
      total: 8,
    })
    expect(businessFlow.railPosition('review')).toEqual({ label: 'Review & Submit', number: 8, total: 8 })
  })
})

describe('a return visit', () => {
  it.each<[string, BusinessProgress, BusinessStep]>([
    ['with nothing answered', { riskAccepted: false, fields: {} }, 'risk-disclosure'],
    [
      'knowing only the email and the countries',
      { riskAccepted: false, fields: { email: 'a@b.example', bankCountry: 'GB', registrationCountry: 'GB' } },
      'risk-disclosure',
    ],
    ['after the risk disclosure', at({}), 'company'],
    ['in the middle of the company', at({ legalName: 'Fern Hill' }), 'company'],
    ['with a company number that is none', at({ ...FULL, companyNumber: 'x' }), 'company'],
    ['after the company', at(COMPANY), 'settlement'],
    ['past a settlement without answers', at(COMPANY, 'owners'), 'owners'],
    ['with half a bank account', at({ ...FULL, bankName: 'Fern Bank' }), 'settlement'],
    ['with owners named', at({ ...COMPANY, beneficialOwners: [{ fullName: 'Ada' }] }), 'owners'],
    ['with everything but the risk disclosure', { riskAccepted: false, fields: FULL }, 'risk-disclosure'],
    ['with everything', at(FULL), 'review'],
  ])('with %s opens %s', (_name, progress, step) =>
    expect(businessFlow.firstIncompleteStep(progress)).toBe(step),
  )

  it('opens the first incomplete step, and lets finished ones be passed', () => {
    fc.assert(
      fc.property(anyProgress, (progress) => {
        const first = businessFlow.firstIncompleteStep(progress)
        // The first screen opens only through its URL, and has no required answers.
        const before = BUSINESS_STEPS.slice(0, BUSINESS_STEPS.indexOf(first)).filter(
          (step) => step !== 'start',
        )
        expect(before.every((step) => businessFlow.isStepComplete(step, progress))).toBe(true)
        expect(businessFlow.isStepComplete(first, progress)).toBe(false)
        for (const step of BUSINESS_STEPS)
          if (businessFlow.isStepComplete(step, progress)) expect(mayPass(step, progress)).toBe(true)
      }),
    )
  })

  it('lets a settlement without answers be passed, but not half an account', () => {
    expect(mayPass('settlement', at({}))).toBe(true)
    expect(mayPass('settlement', at({ bankName: 'Fern Bank' }))).toBe(false)
    expect(mayPass('start', at({}))).toBe(true)
    expect(mayPass('risk-disclosure', { riskAccepted: false, fields: {} })).toBe(false)
    expect(mayPass('review', at(FULL))).toBe(false)
  })

  it('marks one entry of the rail as current and the complete ones as done', () => {
    const rail = businessFlow.railProgress('owners', at(COMPANY, 'owners'))
    expect(rail.map(({ label }) => label)).toEqual(Object.values(BUSINESS_STEP_LABELS))
    expect(rail.map(({ progress }) => progress)).toEqual([
      'done',
      'done',
      'done',
      'done',
      'current',
      'upcoming',
      'upcoming',
      'upcoming',
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { kindOfSuccess, successVariant } from './success-variant.ts'

const nobody = null
const buyer = { pending_user_type: null }
const trader = { pending_user_type: 'trade' }

describe('the success page', () => {
  it.each([
    [
      'a signed-out visitor who must register',
      { registerRequired: 'true' },
      nobody,
      'authentication_required',
    ],
    ['someone who has signed in since', { registerRequired: 'true', type: 'consumer' }, buyer, 'submitted'],
    ['a finished certification', { type: 'certification' }, trader, 'certification_completed'],
    ['a trader whose certification is to come', { type: 'consumer' }, trader, 'certification_required'],
    [
      'an investor, likewise',
      { completed: 'true' },
      { pending_user_type: 'invest' },
      'certification_required',
    ],
    ['a finished onboarding', { completed: 'true', type: 'consumer' }, buyer, 'onboarding_completed'],
    ['a finished onboarding by its type', { type: 'consumer_onboarding' }, buyer, 'onboarding_completed'],
    ['a submission', { type: 'consumer' }, buyer, 'submitted'],
    ['an address without anything', {}, buyer, 'submitted'],
  ] as const)('answers %s', (_, search, user, variant) => {
    expect(successVariant(search, user)).toBe(variant)
  })
})

describe('whose submission it is', () => {
  const company = { businessProfile: {} as never }
  it.each([
    ['business_onboarding', { businessProfile: null }, 'business'],
    ['business', null, 'business'],
    ['consumer_onboarding', company, 'consumer'],
    [undefined, company, 'business'],
    [undefined, { businessProfile: null }, 'consumer'],
  ] as const)('type=%s', (type, user, kind) => expect(kindOfSuccess({ type }, user)).toBe(kind))
})

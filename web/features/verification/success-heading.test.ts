import { describe, expect, it } from 'vitest'
import type { CaseState } from '#contract/verification/cases.ts'
import type { AccountStanding } from '#contract/verification/standing.ts'
import { kindOfSuccess, successVariant } from './success-heading.tsx'

const standing = (state: CaseState | null, certification?: 'required' | 'completed') =>
  ({
    leading: 'consumer',
    consumer: { state },
    business: { state: null },
    steps: certification ? [{ id: 'trader_certification', status: certification }] : [],
  }) as unknown as AccountStanding
const variantOf = (search: object, state: CaseState | null, more: object = {}) =>
  successVariant(search, { standing: standing(state), needsCertification: false, ...more })

describe('the success page', () => {
  it.each([
    ['a submission', { type: 'consumer' }, 'submitted', 'submitted'],
    ['a submission in review', { type: 'consumer' }, 'in_review', 'submitted'],
    ['a finished onboarding', { completed: 'true', type: 'consumer' }, 'submitted', 'onboarding_completed'],
    [
      'a finished onboarding by its type',
      { type: 'consumer_onboarding' },
      'submitted',
      'onboarding_completed',
    ],
    ['an approval since', { completed: 'true' }, 'approved', 'decided'],
    ['items that were sent back', { type: 'consumer' }, 'needs_resubmission', 'decided'],
    ['a final refusal', {}, 'rejected', 'decided'],
    ['a draft', { completed: 'true', type: 'consumer' }, 'draft', 'nothing'],
    ['a submission that was withdrawn', { type: 'consumer' }, 'withdrawn', 'ended'],
    ['an application that expired', {}, 'expired', 'ended'],
    ['an account without any case', { id: '7', type: 'consumer', completed: 'true' }, null, 'nothing'],
    ['a company that never was', { type: 'business' }, 'submitted', 'nothing'],
    ['a certification that never was', { type: 'certification' }, 'submitted', 'nothing'],
  ] as const)('answers %s', (_, search, state, variant) => {
    expect(variantOf(search, state)).toBe(variant)
  })

  it('shows a current certification, and asks for a missing one', () => {
    const held = { standing: standing('submitted', 'completed') }
    expect(variantOf({ type: 'certification' }, 'submitted', held)).toBe('certification_completed')
    expect(variantOf({ type: 'consumer' }, 'submitted', { needsCertification: true })).toBe(
      'certification_required',
    )
  })
})

describe('whose submission it is', () => {
  it.each([
    ['business_onboarding', 'consumer', 'business'],
    ['business', 'consumer', 'business'],
    ['consumer_onboarding', 'business', 'consumer'],
    [undefined, 'business', 'business'],
  ] as const)('type=%s, to which %s leads', (type, leading, kind) =>
    expect(kindOfSuccess({ type }, leading)).toBe(kind),
  )
})

import { beforeEach, describe, expect, it } from 'vitest'
import { LOCAL_KEYS } from '#web/lib/storage-keys.ts'
import { leaveOnboardingContext, rememberedOnboarding, rememberOnboarding } from './onboarding-context.ts'

beforeEach(() => localStorage.clear())

describe('the onboarding a choice of type belongs to', () => {
  it.each(['consumer', 'business'] as const)('is remembered until it is over: %s', (type) => {
    rememberOnboarding(type)
    expect(rememberedOnboarding()).toBe(type)
    leaveOnboardingContext()
    expect(rememberedOnboarding()).toBeNull()
  })

  it.each([
    ['true', 'admin'],
    ['true', null],
    ['yes', 'consumer'],
    [null, 'consumer'],
  ])('does not exist if the flags are %j and %j', (from, type) => {
    if (from) localStorage.setItem(LOCAL_KEYS.userTypeFromOnboarding, from)
    if (type) localStorage.setItem(LOCAL_KEYS.userTypeOnboardingType, type)
    expect(rememberedOnboarding()).toBeNull()
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import {
  currentConsent,
  EVERYTHING,
  NECESSARY_ONLY,
  readChoice,
  resetPreferences,
  savePreferences,
  subscribeToConsent,
} from './cookie-consent.ts'

beforeEach(resetPreferences)

const json = JSON.stringify

describe('a stored choice about cookies', () => {
  it.each([
    ['nothing at all is no choice', null, false, false, false, NECESSARY_ONLY],
    ['a refusal stands', json(NECESSARY_ONLY), true, true, true, NECESSARY_ONLY],
    ['a refusal stands after its cookie has lapsed', json(NECESSARY_ONLY), true, false, true, NECESSARY_ONLY],
    ['a consent stands with its cookie', json(EVERYTHING), true, true, true, EVERYTHING],
    [
      'a consent whose cookie has lapsed is asked for again',
      json(EVERYTHING),
      true,
      false,
      false,
      NECESSARY_ONLY,
    ],
    ['a consent without the flag is none', json(EVERYTHING), false, true, false, NECESSARY_ONLY],
    ['a cookie alone allows nothing', null, false, true, true, NECESSARY_ONLY],
    ['what cannot be read allows nothing', '{"analytics":', true, true, true, NECESSARY_ONLY],
    ['only true is a consent', json({ analytics: 'true', marketing: 1 }), true, true, true, NECESSARY_ONLY],
    ['null allows nothing', 'null', true, true, true, NECESSARY_ONLY],
  ])('%s', (_name, preferences, isFlagged, hasCookie, isMade, allowed) => {
    expect(readChoice({ preferences, isMade: isFlagged, hasCookie })).toEqual({
      isMade,
      preferences: allowed,
    })
  })
})

describe('saving a choice', () => {
  it('stores it under the specification’s names, and tells listeners', () => {
    let calls = 0
    const stop = subscribeToConsent(() => {
      calls += 1
    })
    savePreferences({ ...NECESSARY_ONLY, performance: true })
    stop()
    savePreferences({ ...NECESSARY_ONLY, performance: true })
    expect(calls).toBe(1)
    expect(localStorage.getItem('hasSetCookiePreferences')).toBe('true')
    expect(JSON.parse(localStorage.getItem('cookiePreferences') ?? '')).toEqual({
      necessary: true,
      analytics: false,
      performance: true,
      marketing: false,
    })
    expect(document.cookie).toBe('cookieConsentSet=true')
  })

  it('is undone by a reset, which leaves nothing behind', () => {
    savePreferences(EVERYTHING)
    expect(currentConsent()).toEqual({ isMade: true, preferences: EVERYTHING })
    resetPreferences()
    expect(currentConsent()).toEqual({ isMade: false, preferences: NECESSARY_ONLY })
    expect({ ...localStorage }).toEqual({})
    expect(document.cookie).toBe('')
  })

  it('is noticed in other tabs', () => {
    const stop = subscribeToConsent(() => {})
    localStorage.setItem('cookiePreferences', json(NECESSARY_ONLY))
    localStorage.setItem('hasSetCookiePreferences', 'true')
    window.dispatchEvent(new StorageEvent('storage', { key: 'hasSetCookiePreferences' }))
    expect(currentConsent().isMade).toBe(true)
    stop()
  })
})

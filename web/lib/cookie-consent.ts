import { readStored, removeStored, writeStored } from './browser-storage.ts'
import { COOKIE_CHOICE } from './storage-keys.ts'

/** What someone allows beyond necessary cookies (account-admin §4.4). */
export interface CookiePreferences {
  necessary: true
  analytics: boolean
  performance: boolean
  marketing: boolean
}

export const NECESSARY_ONLY: CookiePreferences = {
  necessary: true,
  analytics: false,
  performance: false,
  marketing: false,
}
export const EVERYTHING: CookiePreferences = {
  necessary: true,
  analytics: true,
  performance: true,
  marketing: true,
}

export interface ConsentState {
  /** Whether a choice is stored; until then the notice asks for one. */
  isMade: boolean
  preferences: CookiePreferences
}

const YEAR_SECONDS = 365 * 24 * 60 * 60

/**
 * Parses a stored choice. A consent lasts as long as its cookie, a year, and is then asked for again; a refusal
 * isn't asked about again. Anything unreadable allows nothing.
 */
export function readChoice(kept: {
  preferences: string | null
  isMade: boolean
  hasCookie: boolean
}): ConsentState {
  const preferences = parse(kept.preferences)
  const isConsent = preferences.analytics || preferences.performance || preferences.marketing
  if (isConsent && !(kept.isMade && kept.hasCookie)) return NOT_ASKED
  return { isMade: kept.isMade || kept.hasCookie, preferences }
}

function parse(stored: string | null): CookiePreferences {
  try {
    const value: unknown = JSON.parse(stored ?? '')
    if (typeof value !== 'object' || value === null) return NECESSARY_ONLY
    const isOn = (name: keyof CookiePreferences) => (value as Record<string, unknown>)[name] === true
    return {
      necessary: true,
      analytics: isOn('analytics'),
      performance: isOn('performance'),
      marketing: isOn('marketing'),
    }
  } catch {
    return NECESSARY_ONLY
  }
}

let current: ConsentState | undefined
const listeners = new Set<() => void>()

/** The choice stored in this browser. */
export function currentConsent(): ConsentState {
  current ??= stored()
  return current
}

const NOT_ASKED: ConsentState = { isMade: false, preferences: NECESSARY_ONLY }

/** The state used in a page that is rendered outside a browser. */
export function consentBeforeBrowser(): ConsentState {
  return NOT_ASKED
}

/** Calls the listener after every change, including those in other tabs; returns a function that stops it. */
export function subscribeToConsent(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', followOtherTabs)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', followOtherTabs)
  }
}

/**
 * Stores a choice: preferences and flag in local storage, and a cookie for a year (account-admin §4.4).
 */
export function savePreferences(preferences: CookiePreferences): void {
  // Before local storage, because its change makes other tabs read both.
  writeCookie('true', YEAR_SECONDS)
  writeStored('local', COOKIE_CHOICE.preferences, JSON.stringify(preferences))
  writeStored('local', COOKIE_CHOICE.isMade, 'true')
  publish({ isMade: true, preferences })
}

/** Deletes the choice, and with it every consent: the notice asks again. */
export function resetPreferences(): void {
  writeCookie('', 0)
  removeStored('local', COOKIE_CHOICE.preferences, COOKIE_CHOICE.isMade)
  publish(NOT_ASKED)
}

function stored(): ConsentState {
  return readChoice({
    preferences: readStored('local', COOKIE_CHOICE.preferences),
    isMade: readStored('local', COOKIE_CHOICE.isMade) === 'true',
    hasCookie: document.cookie.split('; ').includes(`${COOKIE_CHOICE.cookie}=true`),
  })
}

function writeCookie(value: string, maxAge: number): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http and in older browsers.
  document.cookie = `${COOKIE_CHOICE.cookie}=${value}; max-age=${maxAge}; path=/; samesite=lax${secure}`
}

function followOtherTabs({ key }: StorageEvent): void {
  if (key === null || key === COOKIE_CHOICE.isMade || key === COOKIE_CHOICE.preferences) publish(stored())
}

function publish(next: ConsentState): void {
  current = next
  for (const listener of listeners) listener()
}

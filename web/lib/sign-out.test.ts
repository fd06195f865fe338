import { afterEach, expect, it, vi } from 'vitest'
import { clearAfterSignOut, clearPersonalData } from './sign-out.ts'
import { LOCAL_KEYS, SESSION_KEYS, WAITING } from './storage-keys.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('R8 R39 signing out leaves nothing personal in the browser, and keeps the theme', () => {
  localStorage.setItem(LOCAL_KEYS.pendingUserTypeUpdate, '{"user_type":"trade"}')
  localStorage.setItem(LOCAL_KEYS.theme, 'dark')
  localStorage.setItem('of_another_app', '1')
  sessionStorage.setItem(SESSION_KEYS.riskDisclosureAccepted, 'true')
  const deleteDatabase = vi.fn()
  vi.stubGlobal('indexedDB', { deleteDatabase })
  clearPersonalData()
  expect(deleteDatabase).toHaveBeenCalledExactlyOnceWith(WAITING)
  expect({ ...localStorage }).toEqual({ theme: 'dark', of_another_app: '1' })
  expect(sessionStorage.length).toBe(0)
})

it('R8 R39 a sign-out by its address clears it too, once', () => {
  const stored = () => localStorage.getItem(LOCAL_KEYS.onboardingEmail)
  localStorage.setItem(LOCAL_KEYS.onboardingEmail, 'ann@example.org')
  clearAfterSignOut()
  expect(stored()).not.toBeNull()
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it.
  document.cookie = 'signed-out=1; Path=/'
  clearAfterSignOut()
  expect(stored()).toBeNull()
  localStorage.setItem(LOCAL_KEYS.onboardingEmail, 'ann@example.org')
  clearAfterSignOut()
  expect(stored()).not.toBeNull()
})

import { afterEach, expect, it, vi } from 'vitest'
import { draftKey } from '#web/features/onboarding/journey/local-draft.ts'
import { clearAfterSignOut, clearPersonalData } from './sign-out.ts'
import { LOCAL_KEYS, SESSION_KEYS, WAITING_FILES } from './storage-keys.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('R8 R39 signing out leaves nothing personal in the browser, and keeps the theme', () => {
  localStorage.setItem(draftKey('Ann@example.org', 'consumer'), '{"firstName":"Ann"}')
  localStorage.setItem(draftKey('Ann@example.org', 'business'), '{"legalName":"Ann Ltd"}')
  localStorage.setItem(LOCAL_KEYS.pendingUserTypeUpdate, '{"user_type":"trade"}')
  localStorage.setItem(LOCAL_KEYS.theme, 'dark')
  localStorage.setItem('of_another_app', '1')
  sessionStorage.setItem(SESSION_KEYS.riskDisclosureAccepted, 'true')
  const deleteDatabase = vi.fn()
  vi.stubGlobal('indexedDB', { deleteDatabase })
  clearPersonalData()
  expect(deleteDatabase).toHaveBeenCalledExactlyOnceWith(WAITING_FILES)
  expect({ ...localStorage }).toEqual({ theme: 'dark', of_another_app: '1' })
  expect(sessionStorage.length).toBe(0)
})

it('R8 R39 a sign-out by its address clears it too, once', () => {
  const draft = draftKey('Ann@example.org', 'consumer')
  localStorage.setItem(draft, '{"firstName":"Ann"}')
  clearAfterSignOut()
  expect(localStorage.getItem(draft)).not.toBeNull()
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it.
  document.cookie = 'signed-out=1; Path=/'
  clearAfterSignOut()
  expect(localStorage.getItem(draft)).toBeNull()
  localStorage.setItem(draft, '{"firstName":"Ann, again"}')
  clearAfterSignOut()
  expect(localStorage.getItem(draft)).not.toBeNull()
})

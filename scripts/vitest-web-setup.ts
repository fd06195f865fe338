import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { resetPreferences } from '#web/lib/cookie-consent.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { closeCookieSettings } from '#web/shared/site/cookies/settings-store.ts'
import { currentToasts, dismissToast } from '#web/ui/toast.ts'

// Test files share one browser, so each test cleans up after itself.
afterEach(() => {
  // The testing library can only register this itself with vitest's globals.
  cleanup()
  queryClient.clear()
  for (const { id } of currentToasts()) dismissToast(id)
  resetPreferences()
  closeCookieSettings()
  history.replaceState(null, '', '/')
  localStorage.clear()
  sessionStorage.clear()
  for (const each of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no other way.
    document.cookie = `${each.split('=')[0]}=; path=/; max-age=0`
  }
})

// On a busy machine the default of one second is too short.
configure({ asyncUtilTimeout: 10_000 })

// jsdom has no layout to scroll and no second window: it behaves like a browser that never scrolls and blocks
// windows.
Object.assign(window, { scrollTo: () => {}, open: () => null })

// Nor has it an EventSource: this one never sends anything.
class SilentSource extends EventTarget {
  close = () => {}
}
Object.assign(window, { EventSource: SilentSource })

// Nor a server: this one only says that it is there.
const { fetch } = globalThis
globalThis.fetch = async (...call) => (call[0] === '/api/health/live' ? new Response() : fetch(...call))

// jsdom doesn't know this element yet, and React would warn about it.
const createElement = document.createElement.bind(document)
Object.assign(document, {
  createElement: (name: string, options?: ElementCreationOptions) => {
    const element = createElement(name, options)
    if (name === 'search') Object.defineProperty(element, Symbol.toStringTag, { value: 'HTMLElement' })
    return element
  },
})

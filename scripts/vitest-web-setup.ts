import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { resetPreferences } from '#web/lib/cookie-consent.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { closeCookieSettings } from '#web/shared/site/cookies/settings-store.ts'
import { currentToasts, dismissToast } from '#web/ui/toast.ts'

// Test files share one browser, in which each test finds nothing of another.
afterEach(() => {
  // Without vitest's globals the testing library can't register this itself.
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

// A busy machine takes longer than the second that what comes next is waited for otherwise.
configure({ asyncUtilTimeout: 10_000 })

// jsdom has no layout to scroll and no second window: it is a browser that stays where it is and blocks windows.
Object.assign(window, { scrollTo: () => {}, open: () => null })

// Nor has it a stream of events: one that never says anything.
class SilentSource extends EventTarget {
  close = () => {}
}
Object.assign(window, { EventSource: SilentSource })

// It doesn't know this element yet, which React would take for a mistake.
const createElement = document.createElement.bind(document)
Object.assign(document, {
  createElement: (name: string, options?: ElementCreationOptions) => {
    const element = createElement(name, options)
    if (name === 'search') Object.defineProperty(element, Symbol.toStringTag, { value: 'HTMLElement' })
    return element
  },
})

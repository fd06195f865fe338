import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// Without vitest's globals the testing library can't register this itself.
afterEach(cleanup)

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

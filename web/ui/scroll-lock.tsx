import { useLayoutEffect } from 'react'

let locks = 0

/**
 * Holds the page still while it is mounted, without moving it where the scrollbar was. Radix would do this with an
 * injected style element, which our CSP refuses; styles set by script are allowed.
 */
export function ScrollLock() {
  useLayoutEffect(() => {
    const { documentElement: root, body } = document
    if (locks === 0) {
      const scrollbarWidth = window.innerWidth - root.clientWidth
      root.style.overflow = 'hidden'
      if (scrollbarWidth > 0) body.style.paddingRight = `${scrollbarWidth}px`
    }
    locks += 1
    return () => {
      locks -= 1
      if (locks > 0) return
      root.style.overflow = ''
      body.style.paddingRight = ''
    }
  }, [])
  return null
}

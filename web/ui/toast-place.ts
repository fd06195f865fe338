import { useLayoutEffect, useSyncExternalStore } from 'react'
import { currentToasts, subscribeToToasts } from './toast.ts'

/** What messages must not cover: the page's bars, its heading, what it is about, and the focused control. */
const UNCOVERED = 'header.sticky, [data-compact-progress], h1, [data-uncovered], :focus:not(main)'
const GAP = 8

/**
 * How far from the window's top messages are placed, so that none of these is covered, with space for at least
 * one below.
 */
export function topOfToasts(list: HTMLElement): number {
  const { left, right, height } = list.getBoundingClientRect()
  let top = GAP
  const boxes = [...document.querySelectorAll(UNCOVERED)]
    .filter((element) => !list.contains(element))
    .map((element) => element.getBoundingClientRect())
    .sort((a, b) => a.top - b.top)
  for (const box of boxes) {
    const isUnder = box.height > 0 && box.right > left && box.left < right
    if (isUnder && box.top < top + height && box.bottom > top - GAP) top = box.bottom + GAP
  }
  return Math.max(GAP, Math.min(top, window.innerHeight - height - GAP))
}

/** Keeps messages clear of these when one appears, when the focus moves and when the page grows. */
export function useToastPlace(): void {
  const entries = useSyncExternalStore(subscribeToToasts, currentToasts)
  useLayoutEffect(() => {
    const list = document.querySelector<HTMLElement>('[data-toasts]')
    if (!list || entries.length === 0) return
    const place = () => {
      if (!list.contains(document.activeElement))
        list.style.setProperty('--toasts-top', `${topOfToasts(list)}px`)
    }
    place()
    document.addEventListener('focusin', place)
    // What must stay uncovered may grow or move while the page is filled in.
    const page = new ResizeObserver(place)
    page.observe(document.body)
    return () => {
      document.removeEventListener('focusin', place)
      page.disconnect()
    }
  }, [entries])
}

/** This much of a document on screen is a look at what it shows. */
const SHARE_SEEN = 0.2

/**
 * Calls when the element comes to be on screen in a tab that is in front, and when it is no longer; returns the way to
 * stop.
 */
export function whenSeen(element: HTMLElement, onChange: (isSeen: boolean) => void): () => void {
  let isOnScreen = false
  const check = () => onChange(isOnScreen && document.visibilityState === 'visible')
  const observer = new IntersectionObserver(
    (entries) => {
      isOnScreen = entries.at(-1)?.isIntersecting ?? false
      check()
    },
    { threshold: SHARE_SEEN },
  )
  observer.observe(element)
  document.addEventListener('visibilitychange', check)
  return () => {
    observer.disconnect()
    document.removeEventListener('visibilitychange', check)
  }
}

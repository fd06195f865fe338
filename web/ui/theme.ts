export type Theme = 'light' | 'dark'

const STORAGE_KEY = 'theme'

/** Returns the current theme, set on the document by public/before-paint.js or applyTheme. */
export function currentTheme(): Theme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'
}

/** Calls the listener when the document's theme changes; returns a function that stops it. */
export function subscribeToTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** Sets the document's theme without storing it. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
}

/** Applies the theme and stores it for the next visit under the `theme` key (design §3.3). */
export function chooseTheme(theme: Theme): void {
  applyTheme(theme)
  try {
    localStorage.setItem(STORAGE_KEY, theme)
  } catch {
    // Storage can be blocked or full; the choice then lasts for this page.
  }
}

/** Returns the theme that was chosen before, or null if the system decides. */
export function storedTheme(): Theme | null {
  try {
    const stored = localStorage.getItem(STORAGE_KEY)
    return stored === 'dark' || stored === 'light' ? stored : null
  } catch {
    return null
  }
}

/** Follows the system's preference while nothing is stored; returns a function that stops that. */
export function followSystemTheme(): () => void {
  const query = window.matchMedia('(prefers-color-scheme: dark)')
  const follow = () => {
    if (storedTheme() === null) applyTheme(query.matches ? 'dark' : 'light')
  }
  follow()
  query.addEventListener('change', follow)
  return () => query.removeEventListener('change', follow)
}

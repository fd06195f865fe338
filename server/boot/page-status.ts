import { PAGE_PATHS } from '#contract/page-paths.ts'

const PATTERNS = PAGE_PATHS.map(
  (path) => new RegExp(`^${path.replace(/\/\{-\$\w+\}/g, '(?:/[^/]+)?').replace(/\$\w+/g, '[^/]+')}/?$`),
)

/** What the error page shows where its address names no status. */
const DEFAULT_STATUS = 404

/**
 * The status that the document of a page is sent with, by its address: that of the error page is the one it shows, and
 * where there is no page it is 404.
 */
export function pageStatus(url: string): number {
  const { pathname, searchParams } = new URL(`http://page.invalid${url}`)
  const [, area, shown] = pathname.split('/')
  if (area === 'error') return errorStatus(shown || searchParams.get('status'))
  return PATTERNS.some((pattern) => pattern.test(pathname)) ? 200 : 404
}

function errorStatus(shown: string | null): number {
  if (shown === null || !/^\d{3}$/.test(shown)) return DEFAULT_STATUS
  // The page calls any number an error; only some of them are one to a browser.
  return /^[45]/.test(shown) ? Number(shown) : 500
}

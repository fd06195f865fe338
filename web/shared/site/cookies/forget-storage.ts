/**
 * Deletes the cookies and storage entries of these names; a name may end in `*`. Cookies go for this host and the
 * domains above it, which a script may set them for. Cookies that scripts cannot read are no one's but the server's.
 */
export function forgetStorage(names: readonly string[]): void {
  const matches = (key: string) =>
    names.some((name) => (name.endsWith('*') ? key.startsWith(name.slice(0, -1)) : key === name))
  for (const pair of document.cookie.split('; ')) {
    const name = pair.split('=', 1).join()
    if (name && matches(name)) expire(name)
  }
  for (const storage of ['localStorage', 'sessionStorage'] as const) {
    try {
      for (const key of Object.keys(window[storage])) if (matches(key)) window[storage].removeItem(key)
    } catch {
      // Blocked storage holds nothing.
    }
  }
}

function expire(name: string): void {
  const labels = location.hostname.split('.')
  const domains = labels.map((_, index) => `; domain=.${labels.slice(index).join('.')}`)
  for (const domain of ['', ...domains]) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http and in older browsers.
    document.cookie = `${name}=; max-age=0; path=/${domain}`
  }
}

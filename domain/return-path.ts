const MAX_LENGTH = 2048
/** Any origin will do to see where a browser would go; `.invalid` never resolves. */
const BASE = 'https://origin.invalid'
/** Returning to sign-in or sign-out would loop or undo the sign-in. */
const NEVER_RETURN_TO = /^\/(?:api\/(?:auth|login)|idp)(?:\/|$)/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the point
const FORBIDDEN = /[\\\u0000-\u0020\u007f-\u00a0\u2028\u2029]/
/** Empty and dot segments: `//host` names a host, and `/..//host` becomes it. */
const LEAVES_PATH = /\/\/|\/\.{1,2}(?:\/|$)/

/**
 * Returns where to go after sign-in: the path (with query and fragment) if it certainly stays on this origin,
 * otherwise '/' (security R12). Refuses other origins however they are spelled: `//`, backslashes, schemes,
 * control characters, dot segments and encodings that turn into one of them.
 */
export function safeReturnPath(input: unknown): string {
  if (typeof input !== 'string' || input.length > MAX_LENGTH) return '/'
  if (!input.startsWith('/') || FORBIDDEN.test(input) || !URL.canParse(input, BASE)) return '/'
  const url = new URL(input, BASE)
  const plain = fullyDecoded(url.pathname)
  if (url.origin !== BASE || plain === null) return '/'
  if (FORBIDDEN.test(plain.replaceAll(' ', '')) || LEAVES_PATH.test(plain) || NEVER_RETURN_TO.test(plain))
    return '/'
  return url.pathname + url.search + url.hash
}

/** Decodes until nothing changes, because a proxy may decode once more; null if malformed or nested too deep. */
function fullyDecoded(path: string): string | null {
  let current = path
  for (let depth = 0; depth < 5; depth++) {
    try {
      const next = decodeURIComponent(current)
      if (next === current) return current
      current = next
    } catch {
      return null
    }
  }
  return null
}

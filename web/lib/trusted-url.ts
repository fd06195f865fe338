/** The part of Trusted Types that is used here; browsers without them accept the text itself. */
interface Factory {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown }
}

/** Scripts of other origins configured by this deployment. */
const named = new Set<string>()

const rules = {
  createScriptURL(url: string): string {
    const { origin, pathname } = new URL(url, location.origin)
    // Answers below /api are made from what people sent.
    const isOurs = origin === location.origin && !pathname.startsWith('/api/')
    if (isOurs || named.has(url)) return url
    throw new TypeError('No script of this address is run here')
  },
}

let policy: { createScriptURL(url: string): unknown } | undefined

/**
 * A URL from which a script or worker may be loaded, under the one policy that the server allows (security
 * R35): part of this build, or configured by the deployment (`isNamed`). Throws a TypeError for any other.
 */
export function trustedUrl(url: string, isNamed = false): string {
  if (isNamed) named.add(url)
  const { trustedTypes } = globalThis as { trustedTypes?: Factory }
  policy ??= trustedTypes?.createPolicy('verdaccord', rules) ?? rules
  return policy.createScriptURL(url) as string
}

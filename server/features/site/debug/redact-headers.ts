import type { IncomingHttpHeaders } from 'node:http'

export const REDACTED = '[redacted]'

/**
 * Headers that say nothing of a person or a secret. Every other one is named without its value: a list of secrets is
 * never whole.
 */
const HARMLESS =
  /^(host|connection|user-agent|origin|accept(-language|-encoding)?|content-type|content-length|cache-control|pragma|dnt|priority|upgrade-insecure-requests|sec-fetch-(site|mode|dest|user)|sec-ch-ua(-mobile|-platform)?)$/

/** The headers of a request by name, with the values of the harmless ones alone (security A13, R62). */
export function redactHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const shown = Object.entries(headers).map(([name, value]) => [
    name,
    HARMLESS.test(name) ? String(value) : REDACTED,
  ])
  return Object.fromEntries(shown)
}

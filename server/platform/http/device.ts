/** From the specific to the general, because browsers also name their relatives. */
const BROWSERS = [
  ['Edge', /\bEdg(A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const

const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const

/** A session's device in words, such as "Firefox on Windows"; a guess from the user agent. */
export function deviceOf(userAgent: string | null): string {
  const find = (table: readonly (readonly [string, RegExp])[]) =>
    table.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0]
  const browser = find(BROWSERS)
  const system = find(SYSTEMS)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

/** Devices that the same browser may alternately claim to be: a phone or tablet may ask for desktop pages. */
const ALIKE: Readonly<Record<string, string>> = { iPhone: 'Mac', iPad: 'Mac', Android: 'Linux' }

/**
 * Whether a browser can't be the one that `former` was. An unknown former browser may be any; the version,
 * which changes during an open session, doesn't count.
 */
export function isOtherDevice(former: string | null, now: string | null): boolean {
  if (former === now) return false
  const known = kinOf(former)
  return known !== deviceOf(null) && known !== kinOf(now)
}

function kinOf(userAgent: string | null): string {
  return deviceOf(userAgent).replace(/\b(iPhone|iPad|Android)$/, (system) => ALIKE[system] ?? system)
}

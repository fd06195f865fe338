/** From the narrow to the wide: browsers name their relatives in their own name. */
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

/** What people call the device of a session, such as "Firefox on Windows"; a guess from what the browser says about itself. */
export function deviceOf(userAgent: string | null): string {
  const find = (table: readonly (readonly [string, RegExp])[]) =>
    table.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0]
  const browser = find(BROWSERS)
  const system = find(SYSTEMS)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

/** Devices that one and the same browser says it is by turns: a tablet or phone may ask for the pages of a computer. */
const ALIKE: Readonly<Record<string, string>> = { iPhone: 'Mac', iPad: 'Mac', Android: 'Linux' }

/**
 * Whether a browser cannot be the one that `former` was, as far as both tell. Where the former is unknown it may be any; its
 * version, which changes under an open session, does not count.
 */
export function isOtherDevice(former: string | null, now: string | null): boolean {
  if (former === now) return false
  const known = kinOf(former)
  return known !== deviceOf(null) && known !== kinOf(now)
}

function kinOf(userAgent: string | null): string {
  return deviceOf(userAgent).replace(/\b(iPhone|iPad|Android)$/, (system) => ALIKE[system] ?? system)
}

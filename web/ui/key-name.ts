const NAMES: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc' }

/** A key's name as printed on a keyboard and shown on buttons. */
export function keyName(key: string): string {
  const isCapital = key.length === 1 && key !== key.toLowerCase()
  return NAMES[key] ?? (isCapital ? `⇧${key}` : key.length === 1 ? key.toUpperCase() : key)
}

import { MAX_FILE_NAME_BYTES } from '#contract/file-types.ts'

const LONGEST_EXTENSION = 16
const FALLBACK_NAME = 'document'
/** C0, DEL and C1 controls, line and paragraph separators, and all marks that change the direction of text. */
const UNSAFE = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/**
 * The name under which a file is shown and downloaded (security R43, A10): no path, no control or direction
 * marks, at most 255 bytes including its extension, never empty. For display only; nothing is ever stored under
 * it.
 */
export function cleanFileName(name: string): string {
  const wellFormed = name.toWellFormed().replace(UNSAFE, '')
  const base = wellFormed.split(/[/\\]/).at(-1) ?? ''
  const tidy = base.normalize('NFC').replace(/\s+/gu, ' ').trim()
  if (/^\.*$/.test(tidy)) return FALLBACK_NAME
  return shorten(tidy)
}

/** The extension in lower case, without the dot; empty if there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : ''
}

/**
 * A Content-Disposition header as in RFC 6266: an ASCII name for old clients and the full name as in RFC 5987.
 * Takes any name and cleans it, so that a header can never be split.
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const clean = cleanFileName(name)
  // Some clients would decode a percent sign in the plain form; quotes and backslashes need escaping.
  const plain = clean.replace(/[^\x20-\x7e]/gu, '_').replace(/["\\%]/g, '_')
  if (plain === clean) return `${kind}; filename="${plain}"`
  return `${kind}; filename="${plain}"; filename*=UTF-8''${percentEncoded(clean)}`
}

/** RFC 5987's `attr-char` is narrower than what encodeURIComponent leaves unescaped. */
function percentEncoded(text: string): string {
  const byCode = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  return encodeURIComponent(text).replace(/['()*]/g, byCode)
}

function shorten(name: string): string {
  if (Buffer.byteLength(name) <= MAX_FILE_NAME_BYTES) return name
  const extension = extensionOf(name)
  const suffix = extension && extension.length <= LONGEST_EXTENSION ? name.slice(-extension.length - 1) : ''
  const room = MAX_FILE_NAME_BYTES - Buffer.byteLength(suffix)
  let kept = ''
  let bytes = 0
  // By character, so that none is cut in half.
  for (const character of name.slice(0, name.length - suffix.length)) {
    bytes += Buffer.byteLength(character)
    if (bytes > room) break
    kept += character
  }
  return kept.trimEnd() + suffix
}

/** Longest name in characters (security R28). */
export const NAME_MAX = 200

export type NameCheck = { ok: true; name: string } | { ok: false; why: 'empty' | 'too_long'; message: string }

/** Format characters hide or reorder text, so they go; joiners stay, because Persian and Indic names need them. */
const HIDDEN = /(?![\u200c\u200d])[\p{Cf}\p{Cs}\p{Cc}]/gu

/**
 * Cleans a name as typed: spaces collapsed and trimmed, composed letters, no control or direction characters.
 * Apostrophes, accents and every script stay as they are. Gives '' when nothing is left.
 */
export function cleanName(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(HIDDEN, '').replace(/ +/g, ' ').normalize('NFC').trim()
}

/** Cleans a name and says what is wrong with it; `label` names the field in the message. */
export function checkName(text: string, label: string): NameCheck {
  const name = cleanName(text)
  if (!/\p{L}/u.test(name)) return { ok: false, why: 'empty', message: `Enter your ${label.toLowerCase()}` }
  if ([...name].length > NAME_MAX) {
    return { ok: false, why: 'too_long', message: `${label} must be ${NAME_MAX} characters or fewer` }
  }
  return { ok: true, name }
}

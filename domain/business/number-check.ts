/** What a check of a number says: how it is written, or what is wrong and how it looks right. */
export type NumberCheck = { ok: true; value: string } | { ok: false; message: string }

/** A number without the spaces and dashes that people put in to read it, in capitals. */
export function bareNumber(text: string): string {
  return text.replace(/[\s\p{Pd}]/gu, '').toUpperCase()
}

/** One line of text with single spaces, for numbers whose form we do not know. */
export function plainLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Whether a form shows a country that was never chosen, as where typing stopped halfway; an API may leave it out. */
export function isUnchosen(country: string | null | undefined): boolean {
  return country === ''
}

/** Whether the United Kingdom's forms of numbers apply to a company or a bank there. */
export function isUnitedKingdom(country: string | null | undefined): boolean {
  return !country || country === 'GB'
}

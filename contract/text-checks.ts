// Separate from the schemas: the browser reads these without loading a validation library.

/** Whether a text of the form `YYYY-MM-DD` is a day that exists. */
export function isRealDay(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

const UNSEEN = /[\p{DI}\u2800]/gu

/** Returns the visible part of a text: trimmed, without invisible characters. */
export const visibleText = (text: string): string => text.replace(UNSEEN, '').trim()

/** Whether a text contains words, not only dots, digits or emoji. */
export const hasLetters = (text: string): boolean => /\p{L}[\s\S]*\p{L}/u.test(text)

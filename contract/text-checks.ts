// Apart from the schemas: the browser reads these without a library to check them.

/** Whether a text in the form of a calendar day, `YYYY-MM-DD`, names one that exists. */
export function isRealDay(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

const UNSEEN = /[\p{DI}\u2800]/gu

/** What a reader sees of a text: without characters that show nothing, and trimmed. */
export const visibleText = (text: string): string => text.replace(UNSEEN, '').trim()

/** Whether a text says something in words, and is not only dots, digits or pictures. */
export const hasLetters = (text: string): boolean => /\p{L}[\s\S]*\p{L}/u.test(text)

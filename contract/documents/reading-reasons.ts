import { hasLetters, visibleText } from '#contract/text-checks.ts'

// Separate from the schemas: the browser reads these without loading a validation library.

/** How long a reason opens one person's documents, like a claim. */
export const READING_REASON_MINUTES = 30

export const READING_REASON = { min: 10, max: 500 } as const

export const NO_READING_REASON = `Write a reason in words, of at least ${READING_REASON.min} characters`

/** Whether a text counts as a reason: long enough without invisible characters, and containing words. */
export const isReadingReason = (text: string): boolean =>
  visibleText(text).length >= READING_REASON.min && hasLetters(text)

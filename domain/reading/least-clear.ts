import type { ReadValue } from '#contract/documents/readings.ts'

/**
 * Below this, most values are still right, and about half of the wrong ones are. For a code it is how well its
 * letters match, for print Tesseract's confidence.
 */
export const LEAST_CLEAR: Readonly<Record<ReadValue['source'], number>> = { code: 0.87, print: 0.82, text: 0 }

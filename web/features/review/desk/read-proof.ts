import type { ReadValue } from '#contract/documents/readings.ts'

/** How certain a read value is, as text. */
export interface ReadProof {
  isGood: boolean
  text: string
}

/**
 * Below this, most values are still right, and about half of the wrong ones are. For a code it is how well its
 * letters match, for print Tesseract's confidence.
 */
const LEAST_CLEAR: Readonly<Record<ReadValue['source'], number>> = { code: 0.87, print: 0.82, text: 0 }

/** Returns what proves a value, or what makes it doubtful; null for one that was read well without proof. */
export function readProof({ source, proof, confidence, isCutOff }: ReadValue): ReadProof | null {
  const isCode = source === 'code'
  if (proof === 'right')
    return { isGood: true, text: isCode ? 'Check digits right' : 'Fits the licence number' }
  if (proof === 'wrong')
    return { isGood: false, text: isCode ? 'Check digits wrong' : 'Doesn’t fit the licence number' }
  if (confidence < LEAST_CLEAR[source]) return { isGood: false, text: 'Read with doubt' }
  if (isCutOff) return { isGood: true, text: 'May be cut off in the code' }
  return source === 'text' ? { isGood: true, text: 'From the PDF’s text' } : null
}

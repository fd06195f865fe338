import type { ReadValue } from '#contract/documents/readings.ts'

/** How sure a value is that was read, in words. */
export interface ReadProof {
  isGood: boolean
  text: string
}

/** Below this most values are still right, and of the wrong ones about half are. Of a code it is how alike its letters look, of print what Tesseract says. */
const LEAST_CLEAR: Readonly<Record<ReadValue['source'], number>> = { code: 0.87, print: 0.82, text: 0 }

/** What proves a value, or what makes it doubtful; null of one that was read well and that nothing proves. */
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

import type { ReadValue } from '#contract/documents/readings.ts'
import { LEAST_CLEAR } from '#domain/reading/least-clear.ts'

/** How certain a read value is, as text. */
export interface ReadProof {
  isGood: boolean
  text: string
}

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

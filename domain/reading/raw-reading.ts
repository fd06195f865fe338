import type { PageArea } from '#contract/documents/readings.ts'
import type { CodeCandidate } from './code-format.ts'

/** A word as the reader saw it, with its line and a confidence from 0 to 1. */
export interface RawWord {
  text: string
  confidence: number
  line: number
  area: PageArea
}

/** What the reader saw on a document, before it is interpreted. */
export interface RawReading {
  /** The lines of a machine-readable code, position by position; empty if there is no code. */
  code: { places: CodeCandidate[][]; area: PageArea }[]
  words: RawWord[]
  /** Whether the words are the text of a file, which is never misread. */
  isText: boolean
  /** For a picture: a 64-bit perceptual hash as 16 hexadecimal digits, and its colourfulness from 0 to 1. */
  look: { hash: string; colour: number } | null
  /** For a picture: the fraction of it, from 0 to 1, covered by the same fine grid. */
  grid: number | null
}

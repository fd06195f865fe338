import type { PageArea } from '#contract/documents/readings.ts'
import type { CodeCandidate } from './code-format.ts'

/** A word as the reader saw it, of which line, and how sure it is, of one. */
export interface RawWord {
  text: string
  confidence: number
  line: number
  area: PageArea
}

/** What the reader saw on a document, before it is known what it means. */
export interface RawReading {
  /** The lines of a machine-readable code, place by place; none where there is no code. */
  code: { places: CodeCandidate[][]; area: PageArea }[]
  words: RawWord[]
  /** Whether the words are the text of a file, which is never misread. */
  isText: boolean
  /** Of a picture: what it looks like in 64 bits, as 16 letters, and how colourful it is, of one. */
  look: { hash: string; colour: number } | null
  /** Of a picture: in what share of it the same fine grid is, of one. */
  grid: number | null
}

import { once } from '#domain/once.ts'

const segmenter = once(() => new Intl.Segmenter('en', { granularity: 'grapheme' }))

/** The letters of a text as people count them: an accent belongs to its letter. */
export function* graphemes(text: string): Generator<string> {
  for (const { segment } of segmenter().segment(text)) yield segment
}

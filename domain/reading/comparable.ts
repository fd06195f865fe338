import { LATIN_LETTERS } from '#domain/person-name.ts'

/** A text as it is compared: without capitals, accents, punctuation and doubled blanks. */
export function comparable(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ßæœøđðłħıþ]/g, (letter) => LATIN_LETTERS[letter] ?? letter)
    .replace(/['’‘ʼʻ`´]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The same with the two ways alike in which the standard spells umlauts: Müller is MULLER and MUELLER. */
export function comparableName(name: string): string {
  return comparable(name)
    .replace(/ae|oe|ue/g, (pair) => pair[0] ?? '')
    .replace(/aa/g, 'a')
}

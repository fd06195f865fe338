/** The repeating weights of a code's characters (ICAO 9303, part 3). */
const WEIGHTS = [7, 3, 1] as const
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Returns the check digit of a part of a machine-readable code; fillers count as 0. */
export function checkDigit(text: string): string {
  const sum = [...text].reduce(
    (total, letter, index) => total + Math.max(0, ALPHABET.indexOf(letter)) * (WEIGHTS[index % 3] ?? 0),
    0,
  )
  return String(sum % 10)
}

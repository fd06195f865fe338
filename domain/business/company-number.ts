import { bareNumber, isUnitedKingdom, type NumberCheck, plainLine } from './number-check.ts'

const LENGTH = 8
const LOOKS = '8 digits like 01234567, or 2 letters and 6 digits like SC123456'

/**
 * Reads a company number (domain 2.3). In the United Kingdom it has 8 characters: short ones are filled up with zeros,
 * as people leave them out (`1234567`, `SC12345`). Which letters there are is left to the register, because it adds
 * some from time to time. Elsewhere registers have forms of their own, so anything that is not empty will do.
 */
export function checkCompanyNumber(text: string, country: string | null | undefined): NumberCheck {
  if (!isUnitedKingdom(country)) return foreign(text)
  const bare = bareNumber(text)
  if (bare === '') return { ok: false, message: 'Enter the company number' }
  if (!/^[A-Z0-9]+$/.test(bare)) return wrong('A company number has only letters and digits')
  if (bare.length > LENGTH)
    return wrong(`A company number has ${LENGTH} characters, this one has ${bare.length}`)
  const value = filledUp(bare)
  // Some societies have letters in other places; none has letters alone.
  if (value.length < LENGTH || !/\d/.test(value)) return wrong('This is not a UK company number')
  if (/^([A-Z]{2})?0+$/.test(value)) return wrong('No company has the number zero')
  return { ok: true, value }
}

function foreign(text: string): NumberCheck {
  const value = plainLine(text)
  return value === '' ? { ok: false, message: 'Enter the company number' } : { ok: true, value }
}

/** Puts in the zeros that were left out, after the letters if there are any. */
function filledUp(bare: string): string {
  const [, letters = '', digits] = /^([A-Z]{2}|R)?(\d+)$/.exec(bare) ?? []
  return digits === undefined ? bare : letters + digits.padStart(LENGTH - letters.length, '0')
}

function wrong(what: string): NumberCheck {
  return { ok: false, message: `${what}. Enter ${LOOKS}` }
}

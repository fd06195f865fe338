const LENGTH = 8
const LOOKS = '8 digits like 01234567, or 2 letters and 6 digits like SC123456'

/** The prefixes that the UK registers put before six digits, by kind of company and country. */
const LETTERS = [
  // England and Wales: companies with a charter, charities, branches, partnerships and others.
  ...['AC', 'BR', 'CE', 'FC', 'FE', 'GE', 'IC', 'LP', 'OC', 'OE', 'PC', 'RC', 'SE', 'ZC'],
  // Scotland.
  ...['CS', 'ES', 'GS', 'SA', 'SC', 'SF', 'SG', 'SI', 'SL', 'SO', 'SR', 'SZ'],
  // Northern Ireland; R0 dates from before 1922.
  ...['EN', 'GN', 'NA', 'NC', 'NF', 'NI', 'NL', 'NO', 'NP', 'NR', 'NV', 'NZ', 'R0'],
]
/** Societies, whose numbers may have letters anywhere. */
const SOCIETIES = /^(?:IP|SP|RS|NP|NO)(?=.*\d)[A-Z0-9]{6}$/
/** Some Scottish partnerships end in an A. */
const WITH_LAST_LETTER = /^SL\d{5}A$/
const FOREIGN = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,/&()\-–]*$/u

/**
 * Reads a company number. UK numbers have 8 characters: short ones are padded with the zeros that people leave out
 * (`1234567`, `SC12345`), and the page says so; those that fit no UK register are refused. Other registers have their
 * own formats: letters, digits and the usual punctuation, with at least one digit.
 */
export function checkCompanyNumber(text: string, country: string | null | undefined): NumberCheck {
  if (!isUnitedKingdom(country)) return foreign(text)
  const bare = bareNumber(text)
  if (bare === '') return { ok: false, message: 'Enter the company number' }
  if (!/^[A-Z0-9]+$/.test(bare)) return wrong('A company number has only letters and digits')
  if (bare.length > LENGTH)
    return wrong(`A company number has ${LENGTH} characters, this one has ${bare.length}`)
  const value = filledUp(bare)
  if (!isOfRegister(value)) return wrong('No UK register has a number like this')
  if (/^([A-Z]{2}|R)?0+$/.test(value)) return wrong('No company has the number zero')
  return { ok: true, value }
}

/** Returns how a number was read, if that differs from what was typed, for display next to the field; otherwise ''. */
export function companyNumberReading(text: string, country: string | null | undefined): string {
  const check = checkCompanyNumber(text, country)
  return check.ok && check.value !== text ? `We read this as ${check.value}` : ''
}

function isOfRegister(value: string): boolean {
  if (/^\d{8}$/.test(value) || SOCIETIES.test(value) || WITH_LAST_LETTER.test(value)) return true
  return LETTERS.includes(value.slice(0, 2)) && /^\d{6}$/.test(value.slice(2))
}

function foreign(text: string): NumberCheck {
  const value = plainLine(text)
  if (value === '') return { ok: false, message: 'Enter the company number' }
  if (FOREIGN.test(value) && /\p{N}/u.test(value)) return { ok: true, value }
  return { ok: false, message: 'Enter the number as its register writes it. It has at least one digit.' }
}

/** Pads with the omitted zeros, after the letters if there are any. */
function filledUp(bare: string): string {
  const [, letters = '', digits] = /^([A-Z]{2}|R)?(\d+)$/.exec(bare) ?? []
  return digits === undefined ? bare : letters + digits.padStart(LENGTH - letters.length, '0')
}

function wrong(what: string): NumberCheck {
  return { ok: false, message: `${what}. Enter ${LOOKS}` }
}

/** The result of checking a number: its canonical form, or what is wrong with an example of a valid one. */
export type NumberCheck = { ok: true; value: string } | { ok: false; message: string }

/** Returns a number in capitals, without the spaces and dashes that make it readable. */
export function bareNumber(text: string): string {
  return text.replace(/[\s\p{Pd}]/gu, '').toUpperCase()
}

/** Returns one line of text with single spaces, for numbers in an unknown format. */
export function plainLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Whether a form's country was never chosen, for example because typing stopped halfway; an API may leave it out. */
export function isUnchosen(country: string | null | undefined): boolean {
  return country === ''
}

/** Whether UK number formats apply to a company or a bank in this country. */
export function isUnitedKingdom(country: string | null | undefined): boolean {
  return !country || country === 'GB'
}

import { bareNumber, isUnitedKingdom, type NumberCheck, plainLine } from './company-number.ts'

const ACCOUNT_DIGITS = 8

/** Reads a sort code with or without dashes and spaces (law §2.3); written back as 12-34-56. Abroad anything will do. */
export function checkSortCode(text: string, bankCountry: string | null | undefined): NumberCheck {
  if (!isUnitedKingdom(bankCountry)) return { ok: true, value: plainLine(text) }
  const bare = bareNumber(text)
  if (/^\d{6}$/.test(bare)) return { ok: true, value: bare.replace(/(\d\d)(?=\d)/g, '$1-') }
  return { ok: false, message: 'A sort code has 6 digits. Enter it like 12-34-56' }
}

/**
 * Reads an account number (law §2.3). In the United Kingdom it has 8 digits; how a bank fills up a shorter one differs
 * from bank to bank, so it is not guessed. Abroad it may be an IBAN or anything else.
 */
export function checkAccountNumber(text: string, bankCountry: string | null | undefined): NumberCheck {
  if (!isUnitedKingdom(bankCountry)) return { ok: true, value: plainLine(text) }
  const bare = bareNumber(text)
  if (/^\d{8}$/.test(bare)) return { ok: true, value: bare }
  return { ok: false, message: accountAdvice(bare) }
}

function accountAdvice(bare: string): string {
  const looks = `Enter ${ACCOUNT_DIGITS} digits, like 12345678`
  if (/^[A-Z]{2}\d{2}[A-Z0-9]{4,}$/.test(bare))
    return `This is an IBAN. ${looks}: they are the last ${ACCOUNT_DIGITS} of a UK IBAN`
  if (!/^\d+$/.test(bare)) return `An account number has only digits. ${looks}`
  if (bare.length > ACCOUNT_DIGITS)
    return `An account number has ${ACCOUNT_DIGITS} digits, this one has ${bare.length}. ${looks}`
  // Some banks have shorter numbers, which they write with zeros in front.
  if (bare.length >= 6)
    return `An account number has ${ACCOUNT_DIGITS} digits. If yours has ${bare.length}, ask your bank how to write it with ${ACCOUNT_DIGITS}`
  return `An account number has ${ACCOUNT_DIGITS} digits, this one has ${bare.length}. ${looks}`
}

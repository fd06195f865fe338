import { bareNumber, isUnitedKingdom, plainLine } from './company-number.ts'

export type TaxNumberCheck =
  /** The kind it was read as; formats abroad are unknown. */
  { ok: true; kind: 'vat' | 'utr' | 'foreign'; value: string } | { ok: false; message: string }

const VAT_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 1] as const
/** Registrations since 2010 leave 42 (97 - 55) or 55; older ones leave 0. */
const VAT_REMAINDERS = [0, 42, 55] as const
const UTR_WEIGHTS = [6, 7, 8, 9, 10, 5, 4, 3, 2] as const
const UTR_CHECK_DIGITS = '21987654321'
const LOOKS = 'a VAT number of 9 digits like GB 980 7806 84, or a UTR of 10 digits like 11234 56789'

/**
 * Reads a tax number. The specification has one field for it, so its shape tells a VAT number from a UTR; check digits
 * catch typing mistakes (law §2.3). Any number is accepted for a company abroad.
 */
export function checkTaxNumber(text: string, country: string | null | undefined): TaxNumberCheck {
  if (!isUnitedKingdom(country)) return { ok: true, kind: 'foreign', value: plainLine(text) }
  const bare = bareNumber(text)
  const vat = /^(GB|XI)?(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/.exec(bare)
  if (vat?.[2]) return isVatNumber(vat[2]) ? read('vat', `${vat[1] ?? 'GB'}${vat[2]}`) : misread('VAT number')
  const utr = /^K?(\d{10})K?$/.exec(bare)
  if (utr?.[1]) return isUtr(utr[1]) ? read('utr', utr[1]) : misread('UTR')
  return { ok: false, message: `This is neither a VAT number nor a UTR. Enter ${LOOKS}` }
}

/** Government departments have GD000 to GD499 and health authorities HA500 to HA999, without check digits. */
function isVatNumber(number: string): boolean {
  if (number.startsWith('GD')) return Number(number.slice(2)) < 500
  if (number.startsWith('HA')) return Number(number.slice(2)) >= 500
  const sum = VAT_WEIGHTS.reduce((total, weight, index) => total + weight * Number(number[index]), 0)
  const remainders = Number(number.slice(0, 3)) >= 100 ? VAT_REMAINDERS : VAT_REMAINDERS.slice(0, 1)
  return remainders.some((remainder) => sum % 97 === remainder)
}

function isUtr(number: string): boolean {
  const sum = UTR_WEIGHTS.reduce((total, weight, index) => total + weight * Number(number[index + 1]), 0)
  return UTR_CHECK_DIGITS[sum % 11] === number[0]
}

function read(kind: 'vat' | 'utr', value: string): TaxNumberCheck {
  return { ok: true, kind, value }
}

function misread(name: string): TaxNumberCheck {
  return {
    ok: false,
    message: `This ${name} isn’t right. Check its digits; we expect ${LOOKS}`,
  }
}

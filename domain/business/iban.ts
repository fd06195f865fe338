import { bareNumber, type NumberCheck, plainLine } from './company-number.ts'

/**
 * How many characters an IBAN of each country has (law §2.3). A country that isn't listed has none of its own: Jersey's
 * banks write British ones.
 */
const LENGTHS =
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'

/** Returns how many characters an IBAN of this country has; undefined if it has none of its own. */
export function ibanLength(country: string): number | undefined {
  const [, length] = new RegExp(`\\b${country}(\\d\\d)`).exec(LENGTHS) ?? []
  return length === undefined ? undefined : Number(length)
}

/**
 * Reads an account number abroad. One that is written as an IBAN must be one of the bank's country, if that uses them;
 * anything else is a number of that country's own, whose form we don't know.
 */
export function checkForeignAccount(text: string, bankCountry: string): NumberCheck {
  const bare = bareNumber(text)
  const length = ibanLength(bankCountry)
  if (length === undefined || !/^[A-Z]{2}\d{2}/.test(bare)) return { ok: true, value: plainLine(text) }
  if (!bare.startsWith(bankCountry) || bare.length !== length)
    return {
      ok: false,
      message: `An IBAN of a bank in this country starts with ${bankCountry} and has ${length} characters, this one has ${bare.length}`,
    }
  if (hasRightCheckDigits(bare)) return { ok: true, value: plainLine(text) }
  return { ok: false, message: 'This IBAN has a wrong character. Compare it with your bank’s letter or app' }
}

/** ISO 7064, MOD 97-10: letters count from 10, and the first four characters come last. */
function hasRightCheckDigits(iban: string): boolean {
  if (!/^[A-Z0-9]+$/.test(iban)) return false
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((letter) => Number.parseInt(letter, 36)).join('')
  return BigInt(digits) % 97n === 1n
}

import {
  type CountryCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'

/** Shown if a text is not a phone number. */
export const PHONE_ADVICE = 'Enter a phone number, like 020 7946 0123 or +44 20 7946 0123'

/**
 * Numbers that Ofcom reserves for fiction and that no numbering plan knows, as people type them to try a form out; those
 * of London, 020 7946 0xxx, are in the plan.
 */
const FICTIONAL = /^(?:7700900|1632960)\d{3}$/

export type PhoneReading = { ok: true; international: string } | { ok: false; message: string }

/**
 * Reads a phone number: with any country's prefix, or as dialled in `country`; the United Kingdom if that is unknown or
 * has no numbering plan. Used by both page and server.
 */
export function readPhone(text: string, country?: string | null): PhoneReading {
  const from: CountryCode = country && isSupportedCountry(country) ? country : 'GB'
  const number = parsePhoneNumberFromString(text, from)
  return number && (number.isValid() || isFictional(number))
    ? { ok: true, international: number.formatInternational() }
    : { ok: false, message: PHONE_ADVICE }
}

function isFictional({ countryCallingCode, nationalNumber }: PhoneNumber): boolean {
  return countryCallingCode === '44' && FICTIONAL.test(nationalNumber)
}

/** Returns how a number was read, if that differs from what was typed, for display next to the field; otherwise ''. */
export function phoneReadingText(text: string, country?: string | null): string {
  const reading = readPhone(text, country)
  return reading.ok && reading.international !== text.trim() ? `We read this as ${reading.international}` : ''
}

import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Shown if a text is not a phone number. */
export const PHONE_ADVICE = 'Enter a phone number, like 020 7946 0123 or +44 20 7946 0123'

export type PhoneReading = { ok: true; international: string } | { ok: false; message: string }

/**
 * Reads a phone number: with any country's prefix, or as dialled in `country`; the United Kingdom if that is unknown or
 * has no numbering plan. Used by both page and server.
 */
export function readPhone(text: string, country?: string | null): PhoneReading {
  const from: CountryCode = country && isSupportedCountry(country) ? country : 'GB'
  const number = parsePhoneNumberFromString(text, from)
  return number?.isValid()
    ? { ok: true, international: number.formatInternational() }
    : { ok: false, message: PHONE_ADVICE }
}

/** Returns how a number was read, if that differs from what was typed, for display next to the field; otherwise ''. */
export function phoneReadingText(text: string, country?: string | null): string {
  const reading = readPhone(text, country)
  return reading.ok && reading.international !== text.trim() ? `We read this as ${reading.international}` : ''
}

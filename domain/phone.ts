import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** What is asked for where a text is no phone number. */
export const PHONE_ADVICE = 'Enter a phone number, like 020 7946 0123 or +44 20 7946 0123'

export type PhoneReading = { ok: true; international: string } | { ok: false; message: string }

/**
 * Reads a phone number: with any country's code in front, or as dialled in `country`, the United Kingdom where it is not
 * known or has no plan. Page and server both decide by this.
 */
export function readPhone(text: string, country?: string | null): PhoneReading {
  const from: CountryCode = country && isSupportedCountry(country) ? country : 'GB'
  const number = parsePhoneNumberFromString(text, from)
  return number?.isValid()
    ? { ok: true, international: number.formatInternational() }
    : { ok: false, message: PHONE_ADVICE }
}

/** How a number is read, where that differs from what was typed: to be said beside the field. Else empty. */
export function phoneReadingText(text: string, country?: string | null): string {
  const reading = readPhone(text, country)
  return reading.ok && reading.international !== text.trim() ? `We read this as ${reading.international}` : ''
}

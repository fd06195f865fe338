import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Whether a phone number can be one: as dialled in the given country, or with any country's code in front. */
export function isPhoneNumber(text: string, country = 'GB'): boolean {
  const from: CountryCode = isSupportedCountry(country) ? country : 'GB'
  return parsePhoneNumberFromString(text, from)?.isPossible() ?? false
}

export const PHONE_ADVICE = 'Enter a phone number, like 020 7946 0123 or +44 20 7946 0123'

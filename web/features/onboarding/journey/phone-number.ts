/**
 * Whether a text is a phone number: with any country's code in front, or as dialled in the given country. The phone
 * plans of the world are only fetched when a number is checked.
 */
export async function isPhoneNumber(text: string, country = 'GB'): Promise<boolean> {
  const { isSupportedCountry, isValidPhoneNumber } = await import('libphonenumber-js/min')
  return isValidPhoneNumber(text, isSupportedCountry(country) ? country : 'GB')
}

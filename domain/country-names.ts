import { STATELESS } from '#contract/countries.ts'

const NAMES = new Intl.DisplayNames('en-GB', { type: 'region', fallback: 'code' })

/** What people call a country or a nationality by its code. */
export function countryName(code: string): string {
  return code === STATELESS ? 'Stateless' : (NAMES.of(code) ?? code)
}

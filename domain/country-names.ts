import { STATELESS } from '#contract/countries.ts'
import { once } from './once.ts'

const names = once(() => new Intl.DisplayNames('en-GB', { type: 'region', fallback: 'code' }))

/** Returns the name of a country or nationality by its code. */
export function countryName(code: string): string {
  return code === STATELESS ? 'Stateless' : (names().of(code) ?? code)
}

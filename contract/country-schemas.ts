import { z } from 'zod'
import { COUNTRY_CODES, STATELESS } from './countries.ts'

export const CountryCode = z.enum(COUNTRY_CODES, 'Choose a country from the list')
export type CountryCode = z.infer<typeof CountryCode>

export const NationalityCode = z.enum([...COUNTRY_CODES, STATELESS], 'Choose a nationality from the list')
export type NationalityCode = z.infer<typeof NationalityCode>

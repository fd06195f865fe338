import type { BusinessFields } from './business-fields.ts'
import { bareNumber, isUnitedKingdom } from './company-number.ts'

const UK_POSTCODE = /\b[A-Z]{1,2}\d[A-Z\d]? *\d[A-Z]{2}\b/i
/** The registers of companies from abroad at Companies House, whose registered office is abroad as well. */
const FROM_ABROAD = /^(?:FC|NF|OE|SF)/

type Office = Pick<BusinessFields, 'registeredAddress' | 'registrationCountry' | 'companyNumber'>

/** Returns the problem of a registered office that was given, or null: in the United Kingdom it has a postcode. */
export function registeredOfficeProblem(company: Office): string | null {
  const { registeredAddress, registrationCountry, companyNumber } = company
  if (!registeredAddress?.trim()) return null
  if (!isUnitedKingdom(registrationCountry) || FROM_ABROAD.test(bareNumber(companyNumber ?? ''))) return null
  return UK_POSTCODE.test(registeredAddress) ? null : 'Add the postcode of the registered office'
}

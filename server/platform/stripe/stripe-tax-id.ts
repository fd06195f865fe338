/** A tax number in Stripe's form: its type, and its value without spaces. */
export interface TaxId {
  type: 'gb_vat' | 'eu_vat' | 'no_vat' | 'ch_vat' | 'us_ein' | 'au_abn' | 'ca_bn'
  value: string
}

const EU = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)
const OTHERS: Readonly<Record<string, { type: TaxId['type']; shape: RegExp }>> = {
  GB: { type: 'gb_vat', shape: /^GB(\d{9}|\d{12})$/ },
  NO: { type: 'no_vat', shape: /^\d{9}MVA$/ },
  CH: { type: 'ch_vat', shape: /^CHE\d{9}(MWST|TVA|IVA)$/ },
  US: { type: 'us_ein', shape: /^\d{9}$/ },
  AU: { type: 'au_abn', shape: /^\d{11}$/ },
  CA: { type: 'ca_bn', shape: /^\d{9}$/ },
}

/**
 * A client's tax number for Stripe, by country; null if either is unknown, or Stripe wouldn't accept the number
 * for that country. The invoice shows it as written either way.
 */
export function taxIdOf({
  country,
  taxNumber,
}: {
  country: string | null
  taxNumber: string | null
}): TaxId | null {
  if (!country || !taxNumber) return null
  const value = taxNumber.toUpperCase().replaceAll(/[\s.-]/g, '')
  // Greek VAT numbers begin with EL.
  const prefix = country === 'GR' ? 'EL' : country
  if (EU.has(country))
    return new RegExp(`^${prefix}[A-Z\\d]{2,13}$`).test(value) ? { type: 'eu_vat', value } : null
  const known = OTHERS[country]
  if (!known) return null
  const whole = country === 'GB' && /^\d/.test(value) ? `GB${value}` : value
  return known.shape.test(whole) ? { type: known.type, value: shaped(known.type, whole) } : null
}

/** With the hyphens that Stripe requires for some types. */
function shaped(type: TaxId['type'], value: string): string {
  if (type === 'us_ein') return value.replace(/^(\d{2})/, '$1-')
  if (type === 'ch_vat') return value.replace(/^CHE(\d{3})(\d{3})(\d{3})(\w+)$/, 'CHE-$1.$2.$3 $4')
  return value
}

import { checkTaxNumber } from '#domain/business/tax-number.ts'

/**
 * Why a client's tax number can't be right; null if it can. Only those of the United Kingdom are checked, and only
 * if the country is stated, because a client need not have one.
 */
export function clientTaxRefusal(client: {
  country: string | null
  tax_number: string | null
}): string | null {
  if (!client.tax_number || !client.country) return null
  const check = checkTaxNumber(client.tax_number, client.country)
  return check.ok ? null : check.message
}

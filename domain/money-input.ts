import { currencyDecimals, MAX_AMOUNT } from '#contract/money.ts'

/**
 * An amount as somebody typed it, in minor units: "1,250.5" pounds are 125050. Null for anything that is not such an
 * amount in that currency: too many decimals, a sign, commas elsewhere than between thousands, too large.
 */
export function parseAmount(typed: string, currency: string): number | null {
  const decimals = currencyDecimals(currency)
  const match = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?$/.exec(typed.trim())
  if (!match) return null
  const [, whole = '', fraction = ''] = match
  if (fraction.length > decimals) return null
  const amount = Number(whole.replaceAll(',', '') + fraction.padEnd(decimals, '0'))
  return amount <= MAX_AMOUNT ? amount : null
}

/** A rate of tax as somebody typed it, in hundredths of a percent: "20" is 2000. Null beyond two decimals or 100. */
export function parseTaxRate(typed: string): number | null {
  const match = /^(\d{1,3})(?:\.(\d{1,2}))?\s*%?$/.exec(typed.trim())
  if (!match) return null
  const [, whole = '', fraction = ''] = match
  const rate = Number(whole + fraction.padEnd(2, '0'))
  return rate <= 10_000 ? rate : null
}

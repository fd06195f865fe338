import { MAX_QUANTITY } from '#contract/invoices/invoice-values.ts'
import { currencyDecimals, decimalText, MAX_AMOUNT } from '#contract/money.ts'

const SYMBOLS: Readonly<Record<string, string>> = { gbp: '£', eur: '€', usd: '$', jpy: '¥' }

/**
 * Parses a typed or pasted amount into minor units: "1,250.5" pounds are 125050, and so are "£1,250.50". Null for
 * anything that is not an amount in that currency: too many decimals, a sign, misplaced thousands separators, another
 * currency's symbol, too large.
 */
export function parseAmount(typed: string, currency: string): number | null {
  const decimals = currencyDecimals(currency)
  const symbol = SYMBOLS[currency.toLowerCase()]
  const text = typed.trim()
  const plain = symbol && text.startsWith(symbol) ? text.slice(symbol.length).trim() : text
  const match = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?$/.exec(plain)
  if (!match) return null
  const [, whole = '', fraction = ''] = match
  if (fraction.length > decimals) return null
  const amount = Number(whole.replaceAll(',', '') + fraction.padEnd(decimals, '0'))
  return amount <= MAX_AMOUNT ? amount : null
}

/** Parses a typed tax rate into hundredths of a percent: "20" is 2000. Null for more than two decimals or over 100. */
export function parseTaxRate(typed: string): number | null {
  const match = /^(\d{1,3})(?:\.(\d{1,2}))?\s*%?$/.exec(typed.trim())
  if (!match) return null
  const [, whole = '', fraction = ''] = match
  const rate = Number(whole + fraction.padEnd(2, '0'))
  return rate <= 10_000 ? rate : null
}

/** Parses a typed quantity: "1,000" is 1000. Null for nothing, a fraction, or more than a line can hold. */
export function parseQuantity(typed: string): number | null {
  const text = typed.trim()
  if (!/^(\d{1,3}(?:,\d{3})+|\d+)$/.test(text)) return null
  const quantity = Number(text.replaceAll(',', ''))
  return quantity >= 1 && quantity <= MAX_QUANTITY ? quantity : null
}

/** Returns an amount for an input field, without its currency: 125050 pence are "1,250.50". */
export function amountText(amount: number, currency: string): string {
  const decimals = currencyDecimals(currency)
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals } as const
  return new Intl.NumberFormat('en-GB', options).format(decimalText(amount, currency))
}

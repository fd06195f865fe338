/**
 * Currencies that staff can invoice in, as Stripe and our tables write them: three lower-case letters. A provider may
 * send any currency (law §6.2).
 */
export const INVOICE_CURRENCIES = [
  'gbp',
  'eur',
  'usd',
  'chf',
  'nok',
  'sek',
  'dkk',
  'cad',
  'aud',
  'jpy',
] as const

// Listed here rather than taken from Intl, which reports other decimals than amounts are sent in, for example for HUF,
// IDR, COP and ISK (law §6.2).
const ZERO_DECIMALS: ReadonlySet<string> = new Set(
  'bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' '),
)
const THREE_DECIMALS: ReadonlySet<string> = new Set('bhd jod kwd omr tnd'.split(' '))

/** Returns the number of decimals of a currency's minor unit: 2 for pence, 0 for yen, 3 for fils. */
export function currencyDecimals(currency: string): 0 | 2 | 3 {
  const code = currency.toLowerCase()
  if (ZERO_DECIMALS.has(code)) return 0
  return THREE_DECIMALS.has(code) ? 3 : 2
}

/**
 * The largest amount of a line or an invoice, in minor units: twelve digits, far below what a number holds
 * exactly.
 */
export const MAX_AMOUNT = 999_999_999_999

/** Returns an amount in minor units as a plain decimal number, exactly: 425000 pence are "4250.00". */
export function decimalText(amount: number, currency: string): `${number}` {
  const decimals = currencyDecimals(currency)
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const text = decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`
  return (amount < 0 ? `-${text}` : text) as `${number}`
}

/**
 * Returns an amount in minor units for display, en-US with two decimals: £4,250.00. Currencies without decimals show
 * none, and those with three show the third only if it is not zero (account-admin §9.2).
 */
export function formatMoney(amount: number, currency: string): string {
  const code = currency.toUpperCase()
  const decimals = currencyDecimals(currency)
  const shown = decimals === 3 && amount % 10 === 0 ? 2 : decimals
  const options = { minimumFractionDigits: shown, maximumFractionDigits: shown } as const
  const value = decimalText(amount, currency)
  try {
    return new Intl.NumberFormat('en-US', { style: 'currency', currency: code, ...options }).format(value)
  } catch {
    // Not a three-letter currency: shown as received.
    return `${code} ${new Intl.NumberFormat('en-US', options).format(value)}`.trim()
  }
}

import { once } from './once.ts'

const whole = once(() => new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 }))

/** Returns whole pounds for a sentence: £85,000. */
export function pounds(amount: number): string {
  return `£${whole().format(amount)}`
}

/** The same for thresholds: round millions are written £1.6 million. */
export function roundPounds(amount: number): string {
  return amount >= 1_000_000 && amount % 100_000 === 0 ? `£${amount / 1_000_000} million` : pounds(amount)
}

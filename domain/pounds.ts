import { once } from './once.ts'

const whole = once(() => new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 }))

/** Whole pounds as they are written in a sentence: £85,000. */
export function pounds(amount: number): string {
  return `£${whole().format(amount)}`
}

/** The same for thresholds: round millions read £1.6 million. */
export function roundPounds(amount: number): string {
  return amount >= 1_000_000 && amount % 100_000 === 0 ? `£${amount / 1_000_000} million` : pounds(amount)
}

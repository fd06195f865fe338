import type { TaxShare } from './invoice-totals.ts'

/**
 * Returns what a credit note takes off each tax rate, for an amount including tax: in proportion to what is left of
 * each, to the penny. Never more than is left of a rate, and the last credit takes exactly the rest. Throws RangeError
 * if the amount exceeds them all together.
 */
export function creditShares(amount: number, left: readonly TaxShare[]): TaxShare[] {
  const gross = left.map(({ net, tax }) => net + tax)
  const whole = gross.reduce((sum, rateGross) => sum + rateGross, 0)
  if (amount < 0 || amount > whole) throw new RangeError(`${amount} is more than the ${whole} that is left`)
  const parts = gross.map((rateGross) => {
    const exact = BigInt(amount) * BigInt(rateGross)
    const all = BigInt(whole || 1)
    return { share: Number(exact / all), rest: Number(exact % all), rateGross }
  })
  const missing = amount - parts.reduce((sum, { share }) => sum + share, 0)
  // Pennies left over by rounding go to the shares that were cut most.
  const byRest = parts.toSorted((a, b) => b.rest - a.rest)
  for (const part of byRest.slice(0, missing)) part.share++
  return left.flatMap(({ taxRate, tax }, index) => {
    const { share = 0, rateGross = 0 } = parts[index] ?? {}
    if (share === 0) return []
    const taxShare = Number((2n * BigInt(share) * BigInt(tax) + BigInt(rateGross)) / (2n * BigInt(rateGross)))
    return [{ taxRate, net: share - taxShare, tax: taxShare }]
  })
}

/** Returns what is left of each rate after credit notes. */
export function sharesLeft(taxes: readonly TaxShare[], credited: readonly TaxShare[]): TaxShare[] {
  return taxes.map(({ taxRate, net, tax }) => {
    const taken = credited.filter((share) => share.taxRate === taxRate)
    const sum = (of: 'net' | 'tax') => taken.reduce((total, share) => total + share[of], 0)
    return { taxRate, net: net - sum('net'), tax: tax - sum('tax') }
  })
}

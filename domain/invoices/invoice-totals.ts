/** What an invoice line's totals are calculated from. */
export interface PricedLine {
  /** A whole number. */
  quantity: number
  /** Price of one before tax, in minor units. */
  unitAmount: number
  /** In hundredths of a percent: 2000 is 20 %. */
  taxRate: number
}

export interface LineTotals {
  net: number
  tax: number
  total: number
}

/** The net amount and tax for one tax rate. */
export interface TaxShare {
  taxRate: number
  net: number
  tax: number
}

export interface InvoiceTotals {
  subtotal: number
  tax: number
  total: number
  /** By rate, the lowest first. */
  taxes: TaxShare[]
}

/**
 * Returns a line's totals. Net is quantity times price. Tax is calculated per line and rounded there to a whole minor
 * unit, half up; nothing else is rounded. So an invoice is always the sum of its printed lines.
 */
export function lineTotals({ quantity, unitAmount, taxRate }: PricedLine): LineTotals {
  // A line's amount times its rate may exceed what a number holds exactly.
  const net = BigInt(quantity) * BigInt(unitAmount)
  const tax = (net * BigInt(taxRate) + 5_000n) / 10_000n
  return { net: Number(net), tax: Number(tax), total: Number(net + tax) }
}

/** Returns the sums over all lines, and tax by rate. */
export function invoiceTotals(lines: readonly PricedLine[]): InvoiceTotals {
  const shares = new Map<number, TaxShare>()
  let subtotal = 0
  let tax = 0
  for (const line of lines) {
    const own = lineTotals(line)
    subtotal += own.net
    tax += own.tax
    const share = shares.get(line.taxRate) ?? { taxRate: line.taxRate, net: 0, tax: 0 }
    shares.set(line.taxRate, { ...share, net: share.net + own.net, tax: share.tax + own.tax })
  }
  const taxes = [...shares.values()].sort((a, b) => a.taxRate - b.taxRate)
  return { subtotal, tax, total: subtotal + tax, taxes }
}

/** Returns a rate for display: 2000 is "20%", 550 is "5.5%". */
export function taxRateText(taxRate: number): string {
  return `${taxRate / 100}%`
}

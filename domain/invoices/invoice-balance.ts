import type { OwnInvoiceStatus } from '#contract/invoices/invoice-values.ts'
import { formatMoney } from '#contract/money.ts'
import type { TaxShare } from './invoice-totals.ts'

/** The total of one of our issued invoices and what happened to it since, in minor units. */
export interface Balance {
  total: number
  /** Everything received, including what was refunded since. */
  paid: number
  /** Taken off by credit notes. */
  credited: number
  /** Refunded from what was received. */
  refunded: number
}

/** An entry that staff make on an invoice. */
export interface InvoiceEntry {
  kind: 'payment' | 'credit' | 'refund'
  amount: number
}

/** Returns what is still to be paid: paid + credited - refunded + due is always the total. */
export function dueOf({ total, paid, credited, refunded }: Balance): number {
  return total - credited - (paid - refunded)
}

/** Returns what has been paid and not refunded: the most a refund can be. */
export function refundableOf({ paid, refunded }: Balance): number {
  return paid - refunded
}

/** Returns what a credit note refunds immediately: the part of it that has already been paid. */
export function refundWithCredit(balance: Balance, amount: number): number {
  return Math.max(0, amount - dueOf(balance))
}

/** Returns the largest amount of an entry of this kind; 0 if none is possible. */
export function largestEntry(balance: Balance, kind: InvoiceEntry['kind']): number {
  switch (kind) {
    case 'payment':
      return dueOf(balance)
    case 'credit':
      return balance.total - balance.credited
    case 'refund':
      return refundableOf(balance)
    default:
      return kind satisfies never
  }
}

const NOTHING: Readonly<Record<InvoiceEntry['kind'], string>> = {
  payment: 'This invoice is already paid. You don’t need to pay anything else.',
  credit: 'The whole of this invoice has been credited already.',
  refund: 'Nothing has been paid that could be sent back.',
}
const MOST: Readonly<Record<InvoiceEntry['kind'], string>> = {
  payment: 'is still due',
  credit: 'can still be credited',
  refund: 'has been paid and not sent back',
}

/** Returns why an entry cannot be made, as text for people; null if it can. */
export function entryRefusal(
  balance: Balance,
  { kind, amount }: InvoiceEntry,
  currency: string,
): string | null {
  const most = largestEntry(balance, kind)
  if (most <= 0) return NOTHING[kind]
  if (amount < 1) return 'Enter an amount above zero.'
  return amount > most ? `Only ${formatMoney(most, currency)} ${MOST[kind]}. Enter that or less.` : null
}

/** Returns the balance after an entry. Throws RangeError if the entry is refused. */
export function balanceAfter(balance: Balance, entry: InvoiceEntry): Balance {
  if (entryRefusal(balance, entry, 'gbp')) throw new RangeError(`No ${entry.kind} of ${entry.amount} is left`)
  const { kind, amount } = entry
  switch (kind) {
    case 'payment':
      return { ...balance, paid: balance.paid + amount }
    case 'credit':
      return {
        ...balance,
        credited: balance.credited + amount,
        refunded: balance.refunded + refundWithCredit(balance, amount),
      }
    case 'refund':
      return { ...balance, refunded: balance.refunded + amount }
    default:
      return kind satisfies never
  }
}

/** Returns why a payment cannot be reversed as recorded by mistake; null if it can. */
export function correctionRefusal(balance: Balance, amount: number): string | null {
  return amount > refundableOf(balance)
    ? 'Some of this payment has been sent back, so it can’t be reversed as a mistake.'
    : null
}

/** Returns the balance without a payment that was recorded by mistake. Throws RangeError if that is refused. */
export function balanceWithout(balance: Balance, amount: number): Balance {
  if (correctionRefusal(balance, amount)) throw new RangeError(`A payment of ${amount} was partly sent back`)
  return { ...balance, paid: balance.paid - amount }
}

/**
 * Returns the status of an issued invoice with this balance: nothing due means paid, and an uncollectible one stays so
 * until then.
 */
export function statusWith(status: OwnInvoiceStatus, balance: Balance): OwnInvoiceStatus {
  if (dueOf(balance) === 0) return 'paid'
  return status === 'paid' ? 'open' : status
}

/** Whether credit notes cancelled all of an invoice: it counts as paid, and its total is nothing. */
export function isCredited({ status, amountDue }: { status: string; amountDue: number }): boolean {
  return status === 'paid' && amountDue === 0
}

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

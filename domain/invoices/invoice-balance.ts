import type { OwnInvoiceStatus } from '#contract/invoices/invoice-values.ts'
import { formatMoney } from '#contract/money.ts'

/** What an issued invoice of ours came to, and what has become of it, in minor units. */
export interface Balance {
  total: number
  /** All that came, also what went back since. */
  paid: number
  /** Taken off by credit notes. */
  credited: number
  /** Sent back of what came. */
  refunded: number
}

/** What staff enter on an invoice. */
export interface InvoiceEntry {
  kind: 'payment' | 'credit' | 'refund'
  amount: number
}

/** What is still to be paid: paid + credited - refunded + due is always the total. */
export function dueOf({ total, paid, credited, refunded }: Balance): number {
  return total - credited - (paid - refunded)
}

/** What of the payments has not gone back: as much as a refund can be. */
export function refundableOf({ paid, refunded }: Balance): number {
  return paid - refunded
}

/** What a credit note sends back at once: the part of it that has been paid already. */
export function refundWithCredit(balance: Balance, amount: number): number {
  return Math.max(0, amount - dueOf(balance))
}

/** The largest amount that an entry of this kind can be; 0 where there can be none. */
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

/** Why an entry cannot be made, for people; null where it can. */
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

/** The balance after an entry that is not refused. Throws RangeError for one that is. */
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

/** The status of an issued invoice with this balance: nothing due is paid, and a loss stays one until it is. */
export function statusWith(status: OwnInvoiceStatus, balance: Balance): OwnInvoiceStatus {
  if (dueOf(balance) === 0) return 'paid'
  return status === 'paid' ? 'open' : status
}

/** Whether credit notes took all of an invoice off: it counts as paid, and came to nothing. */
export function isCredited({ status, amountDue }: { status: string; amountDue: number }): boolean {
  return status === 'paid' && amountDue === 0
}

import { InvoiceStatus } from '#contract/invoices/invoices.ts'
import {
  type Balance,
  balanceAfter,
  balanceWithout,
  type InvoiceEntry,
  refundableOf,
  statusWith,
} from '#domain/invoices/invoice-balance.ts'
import { creditNumber, invoiceNumber, invoiceSeries } from '#domain/invoices/invoice-dates.ts'
import { type InvoiceCommand, invoiceAfter, invoiceRefusal } from '#domain/invoices/invoice-machine.ts'
import type { InvoiceRow } from '#server/model/schema/invoices.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { countUpInvoices } from './invoicing.sql.ts'
import type { InvoiceFacts, InvoicingPort, IssuedCommand } from './invoicing.ts'

/**
 * Our own invoicing: numbers, statuses and links are made here, in the database. Payments use a test checkout
 * that moves no money and is refused in production (account-admin, The test checkout).
 */
export function ownInvoicing(options: { publicUrl: string; production: boolean }): InvoicingPort {
  const { publicUrl, production } = options
  return {
    kind: 'ledger',
    hasTestCheckout: !production,
    customer: async () => null,
    async issue({ row: draft, dueAt, projectName }) {
      requireOwn(draft)
      return async (tx, row, at) => ({
        ...factsOf(row),
        status: statusAfter(row, 'finalise'),
        number: await nextNumber(tx, at),
        datedAt: at,
        issuedAt: at,
        dueAt,
        projectName,
      })
    },
    async withdraw(row) {
      requireOwn(row)
      return true
    },
    async change(known, command) {
      requireOwn(known)
      return async (_tx, row, at) => factsAfter(row, command, at)
    },
    async read(row) {
      requireOwn(row)
      return {
        change: async (_, current) => factsOf(current),
        hostedUrl: null,
        pdfUrl: null,
      }
    },
    list: async () => ({ invoices: [], next: null }),
    find: async () => null,
    state: () => 'off',
    checkoutUrl(_row, _reading, paymentId) {
      if (production)
        throw new AppError('INVALID_STATE', 'You can’t pay online here. Contact support to pay another way.')
      return `${publicUrl}/checkout/${paymentId}`
    },
  }
}

/**
 * Throws PROVIDER_FAILED for invoices at Stripe once that is no longer configured, because their state is
 * unknown here.
 */
function requireOwn({ providerRef }: InvoiceRow): void {
  if (providerRef)
    throw new AppError('PROVIDER_FAILED', 'This invoice is kept at Stripe, which is not set up here.')
}

/** A row's invoice facts. */
export function factsOf(row: InvoiceRow): InvoiceFacts {
  const { providerRef, number, currency, subtotal, tax, total, amountDue, amountPaid } = row
  const { amountCredited, amountRefunded } = row
  const { datedAt, dueAt, issuedAt, paidAt, voidedAt, uncollectibleAt, projectName } = row
  return {
    ...{ providerRef, number, currency, subtotal, tax, total, amountDue, amountPaid },
    ...{ amountCredited, amountRefunded },
    ...{ projectName, datedAt, dueAt, issuedAt, paidAt, voidedAt, uncollectibleAt },
    status: InvoiceStatus.parse(row.status),
  }
}

function factsAfter(row: InvoiceRow, command: IssuedCommand, at: Date): InvoiceFacts {
  const facts = { ...factsOf(row), status: statusAfter(row, command) }
  switch (command) {
    case 'pay':
      return { ...facts, paidAt: at, amountPaid: row.amountDue + row.amountRefunded }
    case 'void':
      requireUntouched(row)
      return { ...facts, voidedAt: at }
    case 'mark_uncollectible':
      return { ...facts, uncollectibleAt: at }
    default:
      return command satisfies never
  }
}

function statusAfter(row: InvoiceRow, command: InvoiceCommand): InvoiceStatus {
  const status = InvoiceStatus.parse(row.status)
  const next = invoiceAfter(status, command)
  if (next === null || next === 'deleted')
    throw new AppError('INVALID_STATE', invoiceRefusal(status, command))
  return next
}

/** The sums of an invoice's entries. */
export function balanceOf({ total, amountPaid, amountCredited, amountRefunded }: InvoiceRow): Balance {
  return { total, paid: amountPaid, credited: amountCredited, refunded: amountRefunded }
}

/** One of our invoices after an entry that its balance allows; `at`: when its money moved. */
export function factsWith(row: InvoiceRow, entry: InvoiceEntry, at: Date): InvoiceFacts {
  return factsAt(row, balanceAfter(balanceOf(row), entry), at)
}

/** One of our invoices without a payment that was recorded by mistake. */
export function factsWithout(row: InvoiceRow, amount: number, at: Date): InvoiceFacts {
  return factsAt(row, balanceWithout(balanceOf(row), amount), at)
}

/** The facts that follow from an invoice's sums. */
function factsAt(row: InvoiceRow, balance: Balance, at: Date): InvoiceFacts {
  const facts = factsOf(row)
  const status = statusWith(facts.status, balance)
  return {
    ...facts,
    status,
    amountDue: balance.total - balance.credited,
    amountPaid: balance.paid,
    amountCredited: balance.credited,
    amountRefunded: balance.refunded,
    paidAt: status === 'paid' ? (facts.paidAt ?? at) : null,
  }
}

/** Throws INVALID_STATE for an invoice with payments or credits, which must be credited instead. */
function requireUntouched(row: InvoiceRow): void {
  if (refundableOf(balanceOf(row)) === 0 && row.amountCredited === 0) return
  throw new AppError(
    'INVALID_STATE',
    'Something has been paid or credited on this invoice, so it cannot be made void. Issue a credit note instead.',
  )
}

/**
 * Takes the year's next number. The counter's row stays locked until the transaction ends: concurrent issues
 * wait, and a failed one gives its number back, so that no number is ever missing.
 */
async function nextNumber(tx: Db, at: Date): Promise<string> {
  const series = invoiceSeries(at)
  return invoiceNumber(series, await nextOf(tx, series))
}

/** The next number of the credit notes' own series. */
export async function nextCreditNumber(tx: Db, at: Date): Promise<string> {
  const year = invoiceSeries(at)
  return creditNumber(year, await nextOf(tx, `credit-${year}`))
}

async function nextOf(tx: Db, series: string): Promise<number> {
  const { rows } = await countUpInvoices(tx, [series])
  const [row] = rows
  if (!row) throw new Error('The counter answers with its row')
  return row.last
}

import type { OwnInvoiceStatus } from '#contract/invoices/invoice-values.ts'

/** What can happen to an invoice (law §6.2). */
export type InvoiceCommand = 'finalise' | 'pay' | 'void' | 'mark_uncollectible' | 'delete'

/** What can be entered on an issued invoice. */
export type EntryCommand = 'payment' | 'credit' | 'refund'

/** The status each command leads to; absent if it is refused. A deleted draft no longer exists. */
const MOVES: Readonly<
  Record<OwnInvoiceStatus, Partial<Record<InvoiceCommand, OwnInvoiceStatus | 'deleted'>>>
> = {
  draft: { finalise: 'open', delete: 'deleted' },
  open: { pay: 'paid', void: 'void', mark_uncollectible: 'uncollectible' },
  // Written off, but the money may still arrive, or the claim may be dropped.
  uncollectible: { pay: 'paid', void: 'void' },
  paid: {},
  void: {},
}

/** Returns the status after a command, or null if the current status does not allow it. */
export function invoiceAfter(
  status: OwnInvoiceStatus,
  command: InvoiceCommand,
): OwnInvoiceStatus | 'deleted' | null {
  return MOVES[status][command] ?? null
}

/** Whether the client may pay it now: only open invoices can be paid (account-admin §4.1). */
export function isPayable(status: string): boolean {
  return status.toLowerCase() === 'open'
}

const STANDING: Readonly<Record<OwnInvoiceStatus, string>> = {
  draft: 'is still a draft',
  open: 'is open',
  paid: 'is already paid',
  void: 'is void',
  uncollectible: 'is marked as uncollectible',
}
const UNDONE: Readonly<Record<InvoiceCommand | EntryCommand, string>> = {
  payment: 'it cannot be paid',
  credit: 'it cannot be credited',
  refund: 'nothing can be refunded',
  finalise: 'it cannot be issued',
  pay: 'it cannot be paid',
  void: 'it cannot be made void',
  mark_uncollectible: 'it cannot be marked as uncollectible',
  delete: 'it cannot be deleted',
}

/** Returns the message for a refused command: "This invoice is already paid, so it cannot be paid." */
export function invoiceRefusal(status: OwnInvoiceStatus, command: InvoiceCommand | EntryCommand): string {
  if (status === 'paid' && command === 'pay')
    return 'This invoice is already paid. You don’t need to pay anything else.'
  return `This invoice ${STANDING[status]}, so ${UNDONE[command]}.`
}

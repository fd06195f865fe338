import { isCredited } from '#domain/invoices/ledger-balance.ts'
import { invoiceStatus } from '#web/ui/status.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'

/** How an invoice stands, in badges: its status, and beside it that it is overdue, which is no status of its own. */
export function InvoiceBadges({
  invoice: { status, amount_due },
  overdue,
}: {
  invoice: { status: string; amount_due: number }
  overdue: boolean
}) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <StatusBadge
        vocabulary={invoiceStatus}
        value={isCredited({ status, amountDue: amount_due }) ? 'credited' : status}
      />
      {overdue ? <StatusBadge vocabulary={invoiceStatus} value="overdue" /> : null}
    </span>
  )
}

import { isCredited } from '#domain/invoices/invoice-balance.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { INVOICE_LOOKS, invoiceLook } from './invoice-look.ts'

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
        look={isCredited({ status, amountDue: amount_due }) ? INVOICE_LOOKS.credited : invoiceLook(status)}
      />
      {overdue ? <StatusBadge look={INVOICE_LOOKS.overdue} /> : null}
    </span>
  )
}

import Ban from 'lucide-react/icons/ban'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CornerUpLeft from 'lucide-react/icons/corner-up-left'
import PencilLine from 'lucide-react/icons/pencil-line'
import ReceiptText from 'lucide-react/icons/receipt-text'
import type { OwnInvoiceStatus } from '#contract/invoices/invoice-values.ts'
import { isCredited } from '#domain/invoices/invoice-balance.ts'
import { receivedLook, StatusBadge, type StatusLook } from '#web/ui/status-badge.tsx'

/** In addition to the statuses: an open invoice past its due date, and one cancelled by credit notes. */
export const INVOICE_LOOKS: Readonly<Record<OwnInvoiceStatus | 'overdue' | 'credited', StatusLook>> = {
  paid: { label: 'Paid', family: 'green', icon: CircleCheck },
  open: { label: 'Open', family: 'blue', icon: ReceiptText },
  draft: { label: 'Draft', family: 'neutral', icon: PencilLine },
  void: { label: 'Void', family: 'neutral', icon: Ban },
  uncollectible: { label: 'Uncollectible', family: 'red', icon: CircleAlert },
  overdue: { label: 'Overdue', family: 'red', icon: CircleAlert },
  credited: { label: 'Credited', family: 'neutral', icon: CornerUpLeft },
}

/** The badge for a status, which may be a provider's own. */
export const invoiceLook = (status: string) => receivedLook(INVOICE_LOOKS, status)

/** An invoice's badges: its status, and overdue, which isn't a status. */
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

import { Link } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import PencilLine from 'lucide-react/icons/pencil-line'
import ReceiptText from 'lucide-react/icons/receipt-text'
import type { InvoiceFilter } from '#contract/invoices/invoice-values.ts'
import type { InvoiceFigures } from '#contract/review/staff-home.ts'
import { formatDate } from '#web/lib/dates.ts'
import { formatNumber } from '#web/lib/numbers.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { HomeCard, HomeNote } from './home-card.tsx'
import { Todo } from './requests-card.tsx'

/** The invoices to look after, each figure with its list. */
export function InvoicesCard({ invoices }: { invoices: InvoiceFigures }) {
  const { open, overdue, draft, overdueSince } = invoices
  return (
    <HomeCard
      id="invoices"
      title="Invoices"
      aside={
        <Link to="/admin/invoices" className="link">
          All
        </Link>
      }
    >
      {open + draft === 0 ? (
        <HomeNote>No invoice is open, and none is a draft.</HomeNote>
      ) : (
        <ul className="py-1">
          {overdue > 0 ? (
            <Todo
              icon={CircleAlert}
              tone="text-red-solid"
              title={`${formatNumber(overdue)} overdue`}
              action={<OpenInvoices status="overdue" />}
            >
              {overdueSince ? `The first was due on ${formatDate(overdueSince)}.` : null}
            </Todo>
          ) : null}
          {open > 0 ? (
            <Todo
              icon={ReceiptText}
              tone="text-blue-solid"
              title={`${formatNumber(open)} open`}
              action={<OpenInvoices status="open" />}
            >
              {overdue > 0
                ? 'Sent and not paid yet, overdue ones included.'
                : 'Sent and not paid yet. None is overdue.'}
            </Todo>
          ) : null}
          {draft > 0 ? (
            <Todo
              icon={PencilLine}
              tone="text-ink-3"
              title={draft === 1 ? '1 draft' : `${formatNumber(draft)} drafts`}
              action={<OpenInvoices status="draft" />}
            >
              Not sent yet.
            </Todo>
          ) : null}
        </ul>
      )}
    </HomeCard>
  )
}

const LISTS = { overdue: 'overdue invoices', open: 'open invoices', draft: 'drafts' } as const

function OpenInvoices({ status }: { status: InvoiceFilter & keyof typeof LISTS }) {
  return (
    <Link to="/admin/invoices" search={{ status }} className={buttonClass('secondary', 'sm')}>
      Open<span className="sr-only"> {LISTS[status]}</span>
    </Link>
  )
}

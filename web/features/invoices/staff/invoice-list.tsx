import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ReceiptText from 'lucide-react/icons/receipt-text'
import type { AdminInvoiceRow } from '#contract/invoices/admin-invoices.ts'
import { formatMoney } from '#contract/money.ts'
import { invoiceLabel } from '#domain/invoices/invoice-dates.ts'
import { formatDate } from '#web/lib/dates.ts'
import { InvoiceBadges } from '#web/shared/invoices/invoice-badges.tsx'
import { dueDateText, isPartPaid, momentOf } from '#web/shared/invoices/invoice-text.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable, Td, Th } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Name } from '#web/ui/name.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { ListFailed, LoadMore, waitingRow } from './list-parts.tsx'
import { type InvoiceFilters, staffInvoicesQuery } from './queries.ts'

const HEADS = ['Invoice', 'Client', 'Project', 'Status', 'Amount', 'Date', 'Due date']

/** The matching invoices, newest first; without the client's name on the client's own page. */
export function InvoiceList({ filters, onClear }: { filters: InvoiceFilters; onClear?: () => void }) {
  const list = useInfiniteQuery(staffInvoicesQuery(filters))
  const { data, error, isPlaceholderData } = list
  const isOfOne = onClear === undefined
  const heads = isOfOne ? HEADS.filter((head) => head !== 'Client') : HEADS
  const isFiltered = Boolean(onClear && (filters.status || filters.client || filters.search))
  if (error && !data)
    return (
      <ListFailed title="Error loading invoices" list={list}>
        {isFiltered ? <Button onClick={onClear}>Clear Filters & Retry</Button> : null}
      </ListFailed>
    )
  const rows = data?.pages.flatMap((page) => page.invoices)
  if (rows?.length === 0)
    return isFiltered ? (
      <EmptyState title="No invoices found matching the criteria" />
    ) : (
      <EmptyState icon={ReceiptText} title="No invoices yet">
        A new one is a draft until you finalise it.
      </EmptyState>
    )
  return (
    <>
      <DataTable
        caption="Invoices"
        busy={!rows || isPlaceholderData}
        head={heads.map((head) => <Th key={head}>{head}</Th>)}
      >
        {rows?.map((row) => <InvoiceRow key={row.id} invoice={row} isOfOne={isOfOne} />) ?? (
          <SkeletonRows cells={waitingRow(heads)} />
        )}
      </DataTable>
      <LoadMore list={list} count={rows?.length} singular="invoice" plural="invoices" />
    </>
  )
}

function InvoiceRow({ invoice, isOfOne }: { invoice: AdminInvoiceRow; isOfOne: boolean }) {
  const { status, currency, overdue } = invoice
  return (
    <tr>
      <Td head className="font-semibold whitespace-nowrap">
        <Link to="/admin/invoices/$id" params={{ id: invoice.id }}>
          {status === 'draft' ? 'Draft ' : ''}
          {invoiceLabel(invoice)}
        </Link>
      </Td>
      {isOfOne ? null : (
        <Td label="Client" className="min-w-35 wrap-anywhere">
          <Link to="/admin/clients/$id" params={{ id: String(invoice.client_id) }}>
            <Name>{invoice.client_name}</Name>
          </Link>
        </Td>
      )}
      <Td label="Project" className="min-w-25 wrap-anywhere">
        {invoice.project_name ?? '-'}
      </Td>
      <Td label="Status">
        <InvoiceBadges invoice={invoice} overdue={overdue} />
      </Td>
      <Td label="Amount" className="whitespace-nowrap tabular-nums">
        {formatMoney(invoice.total, currency)}
        {isPartPaid(invoice) ? (
          <span className="block text-sm text-ink-3">{formatMoney(invoice.amount_due, currency)} due</span>
        ) : null}
      </Td>
      <Td label="Date" className="whitespace-nowrap tabular-nums">
        {formatDate(momentOf(invoice.created))}
      </Td>
      <Td label="Due date" className="tabular-nums">
        <span className="whitespace-nowrap">
          {status === 'draft' ? formatDate(invoice.due_on, '-') : dueDateText(invoice.due_date)}
        </span>
      </Td>
    </tr>
  )
}

import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { INVOICE_FILTERS } from '#contract/invoices/invoice-values.ts'
import { IfMay } from '#web/lib/may.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { INVOICE_LOOKS } from '#web/shared/invoices/invoice-badges.tsx'
import { ExportLink } from '#web/shared/privacy/export-link.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { ClientPicker } from './client-picker.tsx'
import { InvoiceList } from './invoice-list.tsx'
import { SearchBar } from './list-parts.tsx'
import type { InvoiceFilters } from './queries.ts'

const STATUSES = INVOICE_FILTERS.map((value) => ({ value, label: INVOICE_LOOKS[value].label }))

/** All invoices; the filters are in the URL. */
export function InvoicesPage() {
  usePageTitle('Invoices')
  const filters = useSearch({ from: '/admin-shell/admin/invoices' })
  const navigate = useNavigate()
  const show = (next: InvoiceFilters) =>
    void navigate({ to: '/admin/invoices', search: next, resetScroll: false })
  const clear = () => show({})
  const { status, client, search } = filters
  return (
    <Page width="wide">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 tabIndex={-1}>Invoices</h1>
        <div className="flex flex-wrap gap-3">
          <ExportLink href={exportUrl(filters)}>Export as CSV</ExportLink>
          <IfMay capability="invoices.write">
            <Link className={buttonClass('primary')} to="/admin/invoices/new" search={{ client }}>
              <Plus />
              New invoice
            </Link>
          </IfMay>
        </div>
      </div>
      <Card aria-label="Invoices">
        <SearchBar
          label="Number or client"
          value={search}
          onSearch={(text) => show({ ...filters, search: text || undefined })}
          onClear={clear}
        >
          <SelectField
            label="Status"
            compact
            placeholder="Any"
            options={STATUSES}
            value={status ?? ''}
            onChange={(event) =>
              show({ ...filters, status: INVOICE_FILTERS.find((filter) => filter === event.target.value) })
            }
          />
          <ClientPicker
            label="Client"
            compact
            value={client ? String(client) : ''}
            onValueChange={(value) => {
              const next = value ? Number(value) : undefined
              // While a name is being typed no client is selected, and the URL stays as it is.
              if (next !== client) show({ ...filters, client: next })
            }}
          />
        </SearchBar>
        <InvoiceList filters={filters} onClear={clear} />
      </Card>
    </Page>
  )
}

/** The URL of the complete list as a file. */
function exportUrl(filters: InvoiceFilters): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined) search.set(name, String(value))
  return `/api/admin/invoices/export.csv${search.size ? `?${search}` : ''}`
}

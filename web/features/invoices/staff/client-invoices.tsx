import { Link } from '@tanstack/react-router'
import type { AdminClient } from '#contract/invoices/clients.ts'
import { IfMay } from '#web/lib/may.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { InvoiceList } from './invoice-list.tsx'

/** The invoices of one client, and the way to write another. */
export function ClientInvoices({ client }: { client: AdminClient }) {
  return (
    <Card aria-labelledby="client-invoices">
      <CardHeader id="client-invoices" title="Invoices">
        <IfMay capability="invoices.write">
          <Link
            className={buttonClass('secondary', 'sm')}
            to="/admin/invoices/new"
            search={{ client: client.id }}
          >
            New invoice
          </Link>
        </IfMay>
      </CardHeader>
      <InvoiceList filters={{ client: client.id }} />
    </Card>
  )
}

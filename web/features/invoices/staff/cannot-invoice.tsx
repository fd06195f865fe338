import type { AdminClient } from '#contract/invoices/clients.ts'
import { Banner } from '#web/ui/banner.tsx'

/** Says that no invoice can be issued to a client, before anyone writes one. */
export function CannotInvoice({ client }: { client: AdminClient | undefined }) {
  if (!client?.cannot_invoice) return null
  return (
    <Banner kind="warning" title="Nothing can be issued right now" live className="mb-6">
      {client.cannot_invoice}
    </Banner>
  )
}

import { useState } from 'react'
import { clientTypeLabel } from '#contract/invoices/billing.ts'
import type { AdminClient } from '#contract/invoices/clients.ts'
import { countryName } from '#domain/country-names.ts'
import { formatDate } from '#web/lib/dates.ts'
import { IfMay } from '#web/lib/may.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { ClientDialog } from './client-dialog.tsx'

/** What is written on a client's invoices, and how it is known to Stripe. */
export function ClientDetails({ client }: { client: AdminClient }) {
  const [isEditing, setEditing] = useState(false)
  const { billing_email, address, country, tax_number, stripe_customer_id } = client
  return (
    <Card aria-labelledby="client-details">
      <CardHeader id="client-details" title="Details">
        <IfMay capability="clients.write">
          <Button size="sm" onClick={() => setEditing(true)}>
            Edit
          </Button>
        </IfMay>
      </CardHeader>
      <CardBody className="py-2">
        <KeyValueList
          missing="Not set"
          items={[
            { label: 'Name', value: client.name },
            { label: 'Type', value: clientTypeLabel(client.client_type) },
            { label: 'Billing email', value: billing_email && <EmailText address={billing_email} /> },
            { label: 'Address', value: address && <span className="whitespace-pre-line">{address}</span> },
            { label: 'Country', value: country && countryName(country) },
            { label: 'Tax number', value: tax_number },
            {
              label: 'Stripe customer id',
              value: stripe_customer_id && <span className="mono">{stripe_customer_id}</span>,
            },
            { label: 'Created', value: formatDate(client.created_at) },
          ]}
        />
      </CardBody>
      {isEditing ? <ClientDialog client={client} onClose={() => setEditing(false)} /> : null}
    </Card>
  )
}

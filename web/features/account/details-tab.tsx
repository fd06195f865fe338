import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { clientTypeLabel } from '#contract/invoices/invoice-values.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { YesNo } from '#web/ui/data-table.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { type KeyValue, KeyValueList } from '#web/ui/key-value-list.tsx'
import { ownClientQuery, type Profile } from './queries.ts'
import { providerOf } from './user-summary.tsx'

/** The account's details as stored. */
export function DetailsTab({ profile }: { profile: Profile }) {
  const { email } = profile
  return (
    <div className="grid max-w-[840px] gap-6">
      <FactsCard
        title="Profile Details"
        items={[
          { label: 'Account ID', value: <span className="mono">{profile.sub}</span> },
          { label: 'Nickname', value: profile.nickname },
          { label: 'Updated at', value: formatDateTime(profile.updated_at, '') },
          { label: 'Provider', value: providerOf(profile.auth0_id) },
          { label: 'Email verified', value: <YesNo value={profile.email_verified} /> },
          { label: 'Last login', value: formatDateTime(profile.last_login, '') },
        ]}
      />
      <FactsCard
        title="Database user"
        items={[
          { label: 'ID', value: <span className="mono">{profile.id}</span> },
          { label: 'Auth provider ID', value: <span className="mono">{profile.auth0_id}</span> },
          { label: 'Name', value: profile.name, missing: 'Not set' },
          { label: 'Email', value: email ? <EmailText address={email} /> : null },
          { label: 'Company', value: profile.company },
          { label: 'Last login', value: formatDate(profile.last_login, '') },
          { label: 'Created', value: formatDate(profile.created_at, '') },
        ]}
      />
      <ClientCard />
    </div>
  )
}

/** The client that the person's invoices are addressed to, if there is one. */
function ClientCard() {
  const client = useQuery(ownClientQuery).data?.client
  if (!client) return null
  const { stripe_customer_id: customer } = client
  return (
    <FactsCard
      title="Client"
      items={[
        { label: 'ID', value: <span className="mono">{client.id}</span> },
        { label: 'Name', value: client.name },
        { label: 'Type', value: clientTypeLabel(client.client_type) },
        { label: 'Payment customer ID', value: customer && <span className="mono">{customer}</span> },
      ]}
    />
  )
}

/** A card of details as stored. */
function FactsCard({ title, items }: { title: string; items: readonly KeyValue[] }) {
  const id = useId()
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} title={title} />
      <CardBody className="py-3">
        <KeyValueList missing="Not available" items={items} />
      </CardBody>
    </Card>
  )
}

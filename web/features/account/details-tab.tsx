import { useQuery } from '@tanstack/react-query'
import { clientTypeLabel } from '#contract/billing.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { YesNo } from '#web/ui/data-table.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { providerOf } from './provider.ts'
import { clientQuery, type Profile } from './queries.ts'
import { SessionsCard } from './sessions-card.tsx'

/** The facts of the account as stored, and where it is signed in (account-admin §2, Profile Details). */
export function DetailsTab({ profile }: { profile: Profile }) {
  const { email } = profile
  return (
    <div className="grid max-w-[840px] gap-6">
      <Card aria-labelledby="profile-details">
        <CardHeader id="profile-details" title="Profile Details" />
        <CardBody className="py-3">
          <KeyValueList
            missing="Not available"
            items={[
              { label: 'Account ID', value: <span className="mono">{profile.sub}</span> },
              { label: 'Nickname', value: profile.nickname },
              { label: 'Updated at', value: formatDateTime(profile.updated_at, '') },
              { label: 'Provider', value: providerOf(profile.auth0_id) },
              { label: 'Email verified', value: <YesNo value={profile.email_verified} /> },
              { label: 'Last login', value: formatDateTime(profile.last_login, '') },
            ]}
          />
        </CardBody>
      </Card>
      <Card aria-labelledby="database-user">
        <CardHeader id="database-user" title="Database user" />
        <CardBody className="py-3">
          <KeyValueList
            missing="Not available"
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
        </CardBody>
      </Card>
      <ClientCard />
      <SessionsCard />
    </div>
  )
}

/** Whom the person's invoices are written to, where there is somebody. */
function ClientCard() {
  const client = useQuery(clientQuery).data?.client
  if (!client) return null
  return (
    <Card aria-labelledby="client">
      <CardHeader id="client" title="Client" />
      <CardBody className="py-3">
        <KeyValueList
          missing="Not available"
          items={[
            { label: 'ID', value: <span className="mono">{client.id}</span> },
            { label: 'Name', value: client.name },
            { label: 'Type', value: clientTypeLabel(client.client_type) },
            {
              label: 'Payment customer ID',
              value: client.stripe_customer_id && <span className="mono">{client.stripe_customer_id}</span>,
            },
          ]}
        />
      </CardBody>
    </Card>
  )
}

import { useState } from 'react'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { DataTable, Td, Th, YesNo } from '#web/ui/data-table.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Name } from '#web/ui/name.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { PanelFailed } from './panel-failed.tsx'
import { type Profile, useBusinessProfile } from './queries.ts'

type Business = NonNullable<ReturnType<typeof useBusinessProfile>['data']>['profile']

const COUNTRY = new Intl.DisplayNames('en-GB', { type: 'region' })
const TABS = [
  { value: 'representatives', label: 'Business Representatives' },
  { value: 'owners', label: 'Beneficial Owners' },
] as const

/** Who represents and owns the company. */
export function BusinessPeople({ profile }: { profile: Profile }) {
  const query = useBusinessProfile(profile)
  const [tab, setTab] = useState<(typeof TABS)[number]['value']>('representatives')
  return (
    <Card aria-labelledby="business-people">
      <CardHeader id="business-people" title="Your company’s people" />
      <CardBody>
        {query.data ? (
          <Tabs label="Your company’s people" fit items={TABS} value={tab} onValueChange={setTab}>
            <TabPanel value="representatives">
              <Representatives business={query.data.profile} />
            </TabPanel>
            <TabPanel value="owners">
              <Owners business={query.data.profile} />
            </TabPanel>
          </Tabs>
        ) : query.isError ? (
          <PanelFailed query={query} />
        ) : (
          <LoadingRegion label="Loading your company’s people">
            <Skeleton height={120} />
          </LoadingRegion>
        )}
      </CardBody>
    </Card>
  )
}

function Representatives({ business }: { business: Business }) {
  if (business.representatives.length === 0) return <EmptyState title="No representatives added" />
  return (
    <DataTable
      caption="Business Representatives"
      head={['Name', 'Title', 'Email', 'Primary', 'Powers'].map((head) => <Th key={head}>{head}</Th>)}
    >
      {business.representatives.map((representative) => (
        <tr key={representative.id}>
          <Td head label="Name">
            <Name>{representative.name}</Name>
          </Td>
          <Td label="Title">{representative.title ?? 'Not given'}</Td>
          <Td label="Email">
            <EmailText address={representative.email} />
          </Td>
          <Td label="Primary">
            <YesNo value={representative.is_primary} />
          </Td>
          <Td label="Powers">{representative.powers ?? 'Not given'}</Td>
        </tr>
      ))}
    </DataTable>
  )
}

function Owners({ business }: { business: Business }) {
  if (business.beneficialOwners.length === 0) return <EmptyState title="No beneficial owners added" />
  return (
    <DataTable
      caption="Beneficial Owners"
      head={['Name', 'Nationality', 'Residence', 'Ownership %'].map((head) => <Th key={head}>{head}</Th>)}
    >
      {business.beneficialOwners.map((owner) => (
        <tr key={owner.id}>
          <Td head label="Name">
            {owner.full_name}
          </Td>
          <Td label="Nationality">{countryName(owner.nationality)}</Td>
          <Td label="Residence">{countryName(owner.residence_country)}</Td>
          <Td label="Ownership %">{owner.ownership_percent}%</Td>
        </tr>
      ))}
    </DataTable>
  )
}

function countryName(code: string): string {
  return code === 'XX' ? 'Stateless' : (COUNTRY.of(code) ?? code)
}

import { useNavigate, useSearch } from '@tanstack/react-router'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Page } from '#web/ui/page.tsx'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { ComplaintRequests } from './complaint-requests.tsx'
import { ErasureRequests } from './erasure-requests.tsx'
import { LegalHolds } from './legal-holds.tsx'

const TABS = [
  { value: 'erasures', label: 'Erasure requests' },
  { value: 'complaints', label: 'Complaints' },
  { value: 'holds', label: 'Legal holds' },
] as const
type RequestTab = (typeof TABS)[number]['value']

/** Where administrators answer what people ask about their data, and keep records from being deleted (security R58). */
export function DataRequestsPage() {
  usePageTitle('Data requests')
  const search = useSearch({ from: '/admin-shell/admin/privacy' })
  const navigate = useNavigate()
  const tab = TABS.find(({ value }) => value === search.tab)?.value ?? 'erasures'
  const shown = search.show === 'done' ? 'done' : 'open'
  const select = (value: RequestTab) =>
    void navigate({
      to: '/admin/privacy',
      search: { tab: value === 'erasures' ? undefined : value },
      replace: true,
      resetScroll: false,
    })
  return (
    <Page width="wide">
      <h1 className="mb-4" tabIndex={-1}>
        Data requests
      </h1>
      <Tabs label="Data requests" items={TABS} value={tab} onValueChange={select}>
        <TabPanel value="erasures">
          <ErasureRequests shown={shown} />
        </TabPanel>
        <TabPanel value="complaints">
          <ComplaintRequests shown={shown} />
        </TabPanel>
        <TabPanel value="holds">
          <LegalHolds shown={shown} />
        </TabPanel>
      </Tabs>
    </Page>
  )
}

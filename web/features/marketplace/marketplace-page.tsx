import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Chip } from '#web/ui/chip.tsx'
import { Page } from '#web/ui/page.tsx'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.ts'
import { AboutTab } from './about-tab.tsx'
import { IntegrateTab } from './integrate-tab.tsx'

const TABS = [
  { value: 'about', label: 'About the Marketplace' },
  { value: 'integrate', label: 'Integrate Your Project' },
] as const

/** What the marketplace will be; it is closed for everyone (account-admin §2, Marketplace page). */
export function MarketplacePage() {
  usePageTitle('Marketplace')
  const { tab = 'about' } = useSearch({ from: '/app/account/marketplace' })
  const navigate = useNavigate()
  const select = (value: 'about' | 'integrate') =>
    void navigate({
      to: '/marketplace',
      search: { tab: value === 'integrate' ? value : undefined },
      replace: true,
      resetScroll: false,
    })
  return (
    <Page width="narrow">
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <h1 tabIndex={-1}>Marketplace</h1>
        <Chip>Coming soon</Chip>
      </div>
      <PendingBanner />
      <Tabs className="mt-8" label="Marketplace" fit items={TABS} value={tab} onValueChange={select}>
        <TabPanel value="about">
          <AboutTab />
        </TabPanel>
        <TabPanel value="integrate">
          <IntegrateTab />
        </TabPanel>
      </Tabs>
    </Page>
  )
}

function PendingBanner() {
  // No call is made, so nothing more may be promised than what happens anyway.
  const notify = () =>
    toast({
      kind: 'info',
      title: 'Thank you for your interest',
      description: 'We’ll announce the opening on this page.',
    })
  return (
    <Banner kind="warning" title="Marketplace Access Pending Verification">
      <p>The marketplace is not open yet. It opens first to accounts whose verification is complete.</p>
      <div className="mt-4 mb-1 flex flex-wrap gap-3">
        <Button onClick={notify}>Notify Me When Available</Button>
        <Link className={buttonClass('tertiary')} to="/profile-dashboard">
          <ArrowLeft className="i" />
          Back to Dashboard
        </Link>
      </div>
    </Banner>
  )
}

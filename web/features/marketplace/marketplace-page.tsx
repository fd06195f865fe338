import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import BadgeCheck from 'lucide-react/icons/badge-check'
import FileSearch from 'lucide-react/icons/file-search'
import Users from 'lucide-react/icons/users'
import { wireStatuses } from '#domain/cases/case-view.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useStanding } from '#web/shared/verification/use-verification.ts'
import type { IconType } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.ts'

const POINTS: readonly { icon: IconType; title: string; text: string }[] = [
  {
    icon: FileSearch,
    title: 'Clear provenance',
    text: 'Each credit is shown with its project, its standard and its entry in the register.',
  },
  {
    icon: Users,
    title: 'Verified people and companies',
    text: 'Everyone who buys or sells has passed the same identity checks as you.',
  },
  {
    icon: BadgeCheck,
    title: 'Records you can rely on',
    text: 'Purchases, sales and retirements are kept in your account, with their documents.',
  },
]

const TABS = [
  { value: 'about', label: 'About the Marketplace' },
  { value: 'integrate', label: 'Integrate Your Project' },
] as const

/** A preview of the marketplace, which is closed for everyone (account-admin §2.9). */
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
      <ClosedBanner />
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

/** The specified title is for people who wait for their verification. */
function ClosedBanner() {
  const standing = useStanding()
  // No request is sent, so the text may only promise what happens anyway.
  const notify = () =>
    toast({
      kind: 'info',
      title: 'Thank you for your interest',
      description: 'We’ll announce the opening on this page.',
    })
  if (standing === undefined) return <Skeleton height={150} />
  const state = standing?.[standing.leading].state ?? null
  const isVerified = state !== null && wireStatuses(state).verificationStatus === 'verified'
  return (
    <Banner
      kind={isVerified ? 'info' : 'warning'}
      title={isVerified ? 'The marketplace isn’t open yet' : 'Marketplace Access Pending Verification'}
    >
      <p>
        {isVerified
          ? 'You’re verified, so it will be open to you from the first day.'
          : 'The marketplace is not open yet. It opens first to accounts whose verification is complete.'}
      </p>
      <div className="mt-4 mb-1 flex flex-wrap gap-3">
        <Button onClick={notify}>Notify Me When Available</Button>
        <Link className={buttonClass('tertiary')} to="/profile-dashboard">
          <ArrowLeft />
          Back to Dashboard
        </Link>
      </div>
    </Banner>
  )
}

/** Listing one's own project, which isn't available yet. */
function IntegrateTab() {
  return (
    <Card padded aria-labelledby="integrate">
      <h2 id="integrate">Bring your project to the marketplace</h2>
      <p className="mt-2 max-w-[68ch] text-ink-2">
        Project developers will be able to list their projects, add the credits that a register has issued,
        and offer them to verified buyers.
      </p>
      <div className="mt-6 flex flex-wrap items-center gap-4">
        <Button disabled aria-describedby="integrate-reason">
          Integrate Your Project (Coming Soon)
        </Button>
        <p className="text-card text-ink-3" id="integrate-reason">
          Project listing opens to verified businesses later.
        </p>
      </div>
    </Card>
  )
}

/** What is planned, and what people can do until then. */
function AboutTab() {
  return (
    <Card padded aria-labelledby="about">
      <h2 id="about">A marketplace for environmental assets</h2>
      <p className="mt-2 max-w-[68ch] text-ink-2">
        Buy, sell and retire carbon credits in one place. This is what we are building:
      </p>
      <ul className="mt-6 grid gap-5">
        {POINTS.map(({ icon: Icon, title, text }) => (
          <li className="flex gap-4" key={title}>
            <Icon className="size-5 mt-0.5 text-brand" />
            <div>
              <h3>{title}</h3>
              <p className="mt-0.5 text-card text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-7 max-w-[68ch] text-ink-2">
        Carbon credits are high-risk. Read the <Link to="/risk-disclosure">risk disclosure</Link>, and see how
        far you are on <Link to="/verification">your verification page</Link>.
      </p>
    </Card>
  )
}

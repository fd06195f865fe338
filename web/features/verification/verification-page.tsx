import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { usePageTitle } from '#web/lib/page-title.ts'
import { ReviewWaitsForEmail } from '#web/shared/account/email/review-waits-for-email.tsx'
import { WaitingApplication } from '#web/shared/onboarding/waiting-application.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { PilotBadge } from '#web/ui/chip.tsx'
import { Page } from '#web/ui/page.tsx'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { FaqTab } from './faq-tab.tsx'
import { StatusTab } from './status-tab.tsx'

const TABS = [
  { value: 'status', label: 'Verification Status' },
  { value: 'faq', label: 'Help & FAQ' },
] as const

/** One's own verification: how far it is, what comes next, and answers to common questions (onboarding §2). */
export function VerificationPage() {
  usePageTitle('Account Verification')
  const { tab = 'status' } = useSearch({ from: '/app/account/verification' })
  const navigate = useNavigate()
  const select = (value: 'status' | 'faq') =>
    void navigate({
      to: '/verification',
      search: { tab: value === 'faq' ? value : undefined },
      replace: true,
      resetScroll: false,
    })
  return (
    <Page width="narrow">
      <WaitingApplication className="mb-6" />
      <ReviewWaitsForEmail />
      <div className="mb-6 flex flex-wrap items-center justify-between gap-5">
        <div className="flex flex-wrap items-center gap-3">
          <h1 tabIndex={-1}>Account Verification</h1>
          <PilotBadge />
        </div>
        <div className="flex flex-wrap gap-3">
          <Link className={buttonClass()} to="/">
            <ArrowLeft className="i" />
            Back to Dashboard
          </Link>
          <Link className={buttonClass()} to="/profile">
            View Profile
          </Link>
        </div>
      </div>
      <Tabs label="Account verification" fit items={TABS} value={tab} onValueChange={select}>
        <TabPanel value="status">
          <StatusTab />
        </TabPanel>
        <TabPanel value="faq">
          <FaqTab />
        </TabPanel>
      </Tabs>
    </Page>
  )
}

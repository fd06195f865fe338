import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import { ADDRESS_PROOF_MAX_MONTHS, ONBOARDING_MAX_FILE_BYTES } from '#contract/documents/documents.ts'
import { useCompany } from '#web/lib/company.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { ReviewWaitsForEmail } from '#web/shared/account/email/unconfirmed-email.tsx'
import { WaitingApplication } from '#web/shared/onboarding/waiting-application.tsx'
import { Accordion, type AccordionItem } from '#web/ui/accordion.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/card.tsx'
import { PilotBadge } from '#web/ui/chip.tsx'
import { Split } from '#web/ui/layout.tsx'
import { Page } from '#web/ui/page.tsx'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { StatusTab } from './status-tab.tsx'

const MEGABYTES = ONBOARDING_MAX_FILE_BYTES / 1024 / 1024

/** Common questions about verification, with their answers. */
const QUESTIONS: readonly AccordionItem[] = [
  {
    id: 'why',
    title: 'Why do I need to verify my account?',
    content: (
      <p>
        We must confirm who our customers are before anyone trades environmental assets. It also protects you
        from someone using your name.
      </p>
    ),
  },
  {
    id: 'when',
    title: 'When will I get access to the marketplace?',
    content: (
      <p>
        Access opens once every step on the Verification Status tab is complete. For most people this takes
        under 72&nbsp;hours from the day they submit.
      </p>
    ),
  },
  {
    id: 'how-long',
    title: 'How long does verification take?',
    content: (
      <p>
        Identity checks take 24 to 48 hours. You don’t need to keep this page open. We’ll email you the
        result.
      </p>
    ),
  },
  {
    id: 'documents',
    title: 'Which documents do I need?',
    content: (
      <>
        <p>You need three things:</p>
        <ul>
          <li>a passport, driving licence or residence permit (both sides, except for a passport)</li>
          <li>a selfie</li>
          <li>a proof of address dated within {ADDRESS_PROOF_MAX_MONTHS} months</li>
        </ul>
        <p>
          Pictures can be PNG, JPEG or an iPhone photo, and documents can also be PDF. Each file must be under{' '}
          {MEGABYTES}&nbsp;MB.
        </p>
      </>
    ),
  },
  {
    id: 'fails',
    title: 'What if verification fails?',
    content: (
      <p>
        Your status changes to Action Required and we email you the reason. You can usually fix it by
        uploading a clearer document. Only the items concerned reopen, with the reason beside each.
      </p>
    ),
  },
]

const TABS = [
  { value: 'status', label: 'Verification Status' },
  { value: 'faq', label: 'Help & FAQ' },
] as const

/** The person's own verification: progress, what comes next, and answers to common questions (onboarding §2.8). */
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
            <ArrowLeft />
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

/** Answers to the five questions of the specification (onboarding §2.8). */
export function FaqTab() {
  const company = useCompany()
  return (
    <Split sides="side">
      <section aria-labelledby="questions">
        <h2 id="questions" className="sr-only">
          Frequently asked questions
        </h2>
        <Accordion items={QUESTIONS} />
      </section>
      <aside aria-label="More help">
        <Card padded>
          <h2 className="text-h3">Still stuck?</h2>
          <p className="mt-1 mb-4 text-card text-ink-2">
            Tell us what happened and include your account email.
          </p>
          <a className={buttonClass('secondary', 'md', true)} href={`mailto:${company.supportEmail}`}>
            <LifeBuoy />
            Contact Support
          </a>
        </Card>
      </aside>
    </Split>
  )
}

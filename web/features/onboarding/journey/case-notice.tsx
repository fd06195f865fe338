import { Link } from '@tanstack/react-router'
import type { CaseKind, CaseState } from '#contract/verification/cases.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { StartAgain } from '#web/shared/verification/withdraw-application.tsx'
import { Banner, type BannerKind } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Page } from '#web/ui/page.tsx'
import type { ReturnedCase } from './correction.ts'

const KIND: Readonly<Record<CaseState, BannerKind | null>> = {
  draft: null,
  needs_resubmission: null,
  withdrawn: 'info',
  expired: 'info',
  submitted: 'info',
  in_review: 'info',
  awaiting_second_approval: 'info',
  approved: 'success',
  reverification_due: 'success',
  rejected: 'error',
}

/** Whether a case in this state has nothing to fill in here (cases, States). */
export function hasNotice(state: CaseState): boolean {
  return KIND[state] !== null
}

/** Whether the application is over without a decision, and can be started again. */
export function hasEnded(state: CaseState): boolean {
  return state === 'withdrawn' || state === 'expired'
}

/** In place of the form: how the application stands, and where to follow it. */
export function CaseNotice({ own, kind }: { own: ReturnedCase; kind: CaseKind }) {
  usePageTitle(own.label)
  return (
    <Page width="narrow">
      <div className="mx-auto max-w-[640px]">
        <h1 tabIndex={-1}>Your application</h1>
        <Banner kind={KIND[own.state] ?? 'info'} title={own.label} className="mt-6">
          {own.text}
          {own.standing.promise ? <p className="mt-2">{own.standing.promise.text}</p> : null}
        </Banner>
        <StartAgain own={{ ...own, kind }} className="mt-8" />
        <p className="mt-8">
          <Link
            className={buttonClass(hasEnded(own.state) ? 'secondary' : 'primary', 'lg')}
            to="/verification"
          >
            See your verification
          </Link>
        </p>
      </div>
    </Page>
  )
}

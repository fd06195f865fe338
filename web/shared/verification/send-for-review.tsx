import { Link } from '@tanstack/react-router'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import type { OwnCase } from './own-case.ts'

type Returned = Pick<OwnCase, 'state' | 'kind' | 'items'>

/** The items a returned case still asks for; empty once everything is corrected. */
export function itemsLeft({ items }: Pick<Returned, 'items'>): OwnCase['items'] {
  return items.filter(({ decision, fixed }) => decision === 'retry' && !fixed)
}

/**
 * Wherever a document of a returned case is replaced: how many items are left and, once none are, a button to
 * submit the case. Nothing for other cases.
 */
export function SendForReview({ own, className }: { own: Returned | null | undefined; className?: string }) {
  if (own?.state !== 'needs_resubmission') return null
  const left = itemsLeft(own)
  const onboarding = own.kind === 'business' ? '/onboarding/business' : '/onboarding/consumer'
  if (left.length > 0) {
    return (
      <Banner
        kind="info"
        live
        className={className}
        title={left.length === 1 ? '1 item left to fix' : `${left.length} items left to fix`}
      >
        {left.map(({ label }) => label).join(', ')}. <Link to={onboarding}>See what’s needed</Link>
      </Banner>
    )
  }
  return (
    <Banner kind="success" live className={className} title="You’ve fixed everything we asked for">
      Send it to our team to finish.
      <p className="mt-3">
        <Link className={buttonClass('primary')} to={onboarding} search={{ step: 'review' }}>
          Send for review
        </Link>
      </p>
    </Banner>
  )
}

import { Link } from '@tanstack/react-router'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import type { OwnCase } from './own-case.ts'

type Returned = Pick<OwnCase, 'state' | 'kind' | 'items'>

/** What a returned case still asks for; empty once everything is fixed. */
export function itemsLeft({ items }: Pick<Returned, 'items'>): OwnCase['items'] {
  return items.filter(({ decision, fixed }) => decision === 'retry' && !fixed)
}

/**
 * At every place where a document of a returned case is replaced: how many items are left, and once none is, the way to
 * hand the case in. Nothing for a case that was not returned.
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

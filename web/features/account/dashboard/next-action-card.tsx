import { Link } from '@tanstack/react-router'
import { nextAction } from '#domain/onboarding/next-action.ts'
import { verificationSteps } from '#domain/onboarding/verification-progress.ts'
import { usePayableInvoices } from '#web/parts/invoices/queries.ts'
import type { OwnCase } from '#web/parts/verification/own-case.ts'
import type { Verification } from '#web/parts/verification/use-verification.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/card.tsx'
import { FAMILY_CLASS } from '#web/ui/family.ts'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import type { Profile } from '../queries.ts'
import { wordsOf } from './next-action-words.ts'

interface Props {
  profile: Profile
  verification: Verification
  own: OwnCase | null | undefined
}

/** The one thing to do next, with its button; the only solid one of the page (design §1). */
export function NextActionCard({ profile, verification, own }: Props) {
  const invoices = usePayableInvoices()
  if (verification.kind === 'loading' || own === undefined) return <Waiting />
  // What the verification says is told by its own card, which can be tried again.
  if (verification.kind === 'failed') return null
  const action = nextAction({
    steps: verificationSteps(verification.facts),
    caseState: own?.state ?? null,
    statementEndsSoon: verification.status?.investorStatement?.standing === 'ends_soon',
    unpaid: invoices?.length ?? 0,
    emailConfirmed: profile.email_confirmed,
  })
  const words = wordsOf(action, { profile, verification, own, invoices: invoices ?? [], now: new Date() })
  const { icon: Icon } = words
  return (
    <Card padded aria-labelledby="next-step" className="next">
      <span className={`dot ${FAMILY_CLASS[words.family]}`}>
        <Icon className="i i-24" />
      </span>
      <div className="min-w-0">
        <h2 className="text-sm font-semibold text-ink-3" id="next-step">
          Your next step
        </h2>
        <p className="h2 mt-1 font-semibold [overflow-wrap:anywhere]">{words.title}</p>
        <p className="mt-1.5 text-ink-2 [overflow-wrap:anywhere]">{words.text}</p>
        <Link
          className={buttonClass(words.isQuiet ? 'secondary' : 'primary', 'md', false, 'mt-5')}
          {...words.place}
        >
          {words.action}
        </Link>
      </div>
    </Card>
  )
}

function Waiting() {
  return (
    <LoadingRegion label="Loading your next step" className="card pad grid gap-4">
      <Skeleton width="30%" />
      <Skeleton width="55%" height={24} />
      <Skeleton width={160} height={40} />
    </LoadingRegion>
  )
}

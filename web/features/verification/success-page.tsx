import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { AuthUser } from '#contract/auth.ts'
import type { CaseKind } from '#contract/cases.ts'
import { formatDate } from '#web/lib/dates.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { sessionQuery, useUser } from '#web/lib/session.ts'
import { type OwnCase, ownCaseQuery, waitsForReviewer } from '#web/parts/verification/own-case.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Page } from '#web/ui/page.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { EmbeddedCertification } from './embedded-certification.tsx'
import { RegisterCountdown } from './register-countdown.tsx'
import { SubmittedProfile } from './submitted-profile.tsx'
import { SuccessHeading } from './success-heading.tsx'
import { kindOfSuccess, type SuccessVariant, successVariant } from './success-variant.ts'

/** The variants whose lead promises a review; after the decision the case has the word. */
const ABOUT_THE_REVIEW: readonly SuccessVariant[] = ['submitted', 'onboarding_completed']

interface Words {
  title: string
  lead: string
}

const WORDS: Readonly<Record<SuccessVariant, Words>> = {
  submitted: {
    title: 'Verification submitted',
    lead: 'We have received your details and documents. Our team reviews them within 48 hours and emails you the result.',
  },
  onboarding_completed: {
    title: 'Onboarding completed',
    lead: 'You have done everything we need for now. Our team reviews your details within 48 hours and emails you the result.',
  },
  certification_completed: {
    title: 'Certification completed',
    lead: 'Your certification is recorded, and your user type takes effect with it.',
  },
  certification_required: {
    title: 'Certification comes next',
    lead: 'We have received your details. Because you chose to trade or invest, you also need to certify yourself. Do it here now, or later from your verification page: your choice is kept until then.',
  },
  authentication_required: {
    title: 'Register or log in to go on',
    lead: 'Your answers are saved. Register or log in, so that your application belongs to you and you can follow it.',
  },
}

/** How the page begins once the case is decided: it is opened again from bookmarks and mails, and must not say what was. */
const DECIDED_TITLES: Partial<Record<OwnCase['label'], string>> = {
  Approved: 'Verification approved',
  'Action Required': 'Your verification needs your attention',
  'Not approved': 'Verification not approved',
}

/** What people see after a step that went well, by what the address says (onboarding §2, Success pages). */
export function SuccessPage() {
  const search = useSearch({ from: '/app/success' })
  const user = useUser()
  const navigate = useNavigate()
  const asked = user === undefined ? undefined : successVariant(search, user)
  // The server's answer takes the reason for the certification away before the person has seen its end.
  const [certifying, setCertifying] = useState<AuthUser | null>(null)
  const isDue = asked === 'certification_required' || certifying !== null
  if (isDue && user && user !== certifying) setCertifying(user)
  const variant = certifying ? 'certification_required' : asked
  const handleCertified = async () => {
    await navigate({ to: paths.success(), search: { type: 'certification' } })
    setCertifying(null)
  }
  return (
    <Page width="narrow">
      {variant ? (
        <Variant variant={variant} kind={kindOfSuccess(search, user)} id={search.id}>
          {certifying ? (
            <EmbeddedCertification user={certifying} onComplete={() => void handleCertified()} />
          ) : null}
        </Variant>
      ) : (
        <VariantSkeleton />
      )}
    </Page>
  )
}

function Variant({
  variant,
  kind,
  id,
  children,
}: {
  variant: SuccessVariant
  kind: CaseKind
  id?: string
  /** What is to do now, before the links. */
  children: ReactNode
}) {
  const words = WORDS[variant]
  const decided = useDecidedCase(kind, variant !== 'authentication_required')
  const outcome = ABOUT_THE_REVIEW.includes(variant) ? decided : null
  const title = (outcome && DECIDED_TITLES[outcome.label]) ?? words.title
  usePageTitle(title)
  if (decided === undefined) return <VariantSkeleton />
  return (
    <div className="max-w-[720px]">
      <SuccessHeading title={title} lead={outcome?.text ?? words.lead} tone={toneOf(variant, outcome)} />
      {variant === 'authentication_required' ? (
        <>
          <WhoseItIs />
          <RegisterCountdown />
        </>
      ) : (
        <>
          {children}
          <SignedInPart variant={variant} kind={kind} id={id} />
        </>
      )}
    </div>
  )
}

function toneOf(
  variant: SuccessVariant,
  outcome: OwnCase | null | undefined,
): 'success' | 'info' | 'attention' {
  if (variant === 'authentication_required') return 'info'
  return outcome && outcome.label !== 'Approved' ? 'attention' : 'success'
}

/** With which address a visitor's application can be taken over, and until when (decisions §2). */
function WhoseItIs() {
  const applicant = useQuery(sessionQuery).data?.applicant
  if (!applicant) return null
  return (
    <p className="mt-4">
      Use <b className="font-semibold break-words">{applicant.email}</b>, and confirm that it is yours: the
      application can be taken over with this email alone, in this browser, until{' '}
      {formatDate(applicant.expiresAt)}. Our review begins then.
    </p>
  )
}

/**
 * One's own case once it is decided, null before that; undefined while it is unknown. What was known before the
 * submission that leads here says nothing of it, so it is asked again.
 */
function useDecidedCase(kind: CaseKind, enabled: boolean): OwnCase | null | undefined {
  const { data, isFetching, isPending } = useQuery({
    ...ownCaseQuery(kind),
    enabled,
    refetchOnMount: 'always',
  })
  if (!enabled) return null
  if (isPending && isFetching) return undefined
  const own = data?.case && { ...data.case, kind }
  return own && !isFetching && own.decidedAt && !waitsForReviewer(own) ? own : null
}

function SignedInPart({ variant, kind, id }: { variant: SuccessVariant; kind: CaseKind; id?: string }) {
  return (
    <>
      {variant === 'certification_completed' ? null : <SubmittedProfile kind={kind} id={id} />}
      <div className="mt-7 flex flex-wrap gap-3">
        {/* The certification above has the one solid button. */}
        <Link
          className={buttonClass(variant === 'certification_required' ? 'secondary' : 'primary', 'lg')}
          to={paths.verification()}
        >
          Follow your verification
        </Link>
        <Link className={buttonClass('secondary', 'lg')} to={paths.profile()}>
          View Profile
        </Link>
        <Link className={buttonClass('tertiary', 'lg')} to={paths.dashboard()}>
          Go to Dashboard
        </Link>
        <Link className={buttonClass('tertiary', 'lg')} to={paths.home()}>
          Go to Homepage
        </Link>
      </div>
    </>
  )
}

function VariantSkeleton() {
  return (
    <LoadingRegion label="Loading" className="grid max-w-[720px] gap-4">
      <Skeleton width={320} height={32} />
      <Skeleton height={20} />
      <Skeleton height={160} />
    </LoadingRegion>
  )
}

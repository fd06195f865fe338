import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { AuthUser } from '#contract/sign-in/auth.ts'
import type { CaseKind, CaseState } from '#contract/verification/cases.ts'
import type { AccountStanding, CaseStanding } from '#contract/verification/standing.ts'
import { isWithUs } from '#domain/cases/case-waiting.ts'
import { NOW_OR_LATER, needsSelfCertification } from '#domain/onboarding/user-type.ts'
import { formatDate } from '#web/lib/dates.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { sessionQuery, useUser } from '#web/lib/session.ts'
import { ReviewWaitsForEmail } from '#web/shared/account/email/unconfirmed-email.tsx'
import type { CertificationStep } from '#web/shared/certifications/certification-flow.ts'
import { CertificationWizard } from '#web/shared/certifications/certification-wizard.tsx'
import { sentencesOf, useOwnCase } from '#web/shared/verification/own-case.ts'
import { TaskLink } from '#web/shared/verification/step-link.tsx'
import { asUserType, statusQuery } from '#web/shared/verification/use-verification.ts'
import { VerificationFailed } from '#web/shared/verification/verification-failed.tsx'
import { WithdrawApplication } from '#web/shared/verification/withdraw-application.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Page } from '#web/ui/page.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { CorrectionsCard } from './corrections-card.tsx'
import { RegisterCountdown } from './register-countdown.tsx'
import { SubmissionReceipt } from './submission-receipt.tsx'
import { SubmittedProfile } from './submitted-profile.tsx'
import { kindOfSuccess, SuccessHeading, type SuccessVariant, successVariant } from './success-heading.tsx'

/** The page after a completed step: it shows what the account contains, never what only the URL claims. */
export function SuccessPage() {
  const user = useUser()
  if (user) return <SignedIn user={user} />
  return <Page width="narrow">{user === null ? <SignedOut /> : <VariantSkeleton />}</Page>
}

function SignedOut() {
  const search = useSearch({ from: '/app/success' })
  const applicant = useQuery(sessionQuery).data?.applicant
  // The countdown must not navigate away from an open withdrawal question.
  const [isAsked, setAsked] = useState(false)
  const title = 'Create an account or sign in to continue'
  usePageTitle(title)
  return (
    <div className="max-w-[720px]">
      <SuccessHeading
        title={title}
        lead={
          applicant
            ? 'Your answers are saved. Create an account or sign in, so that the application is yours and you can follow it.'
            : 'Sign in to see your application and how it’s doing.'
        }
        tone="info"
      />
      {applicant ? (
        <p className="mt-4">
          Use <b className="font-semibold break-words">{applicant.email}</b> and confirm it: then the
          application is yours, in any browser. You have until {formatDate(applicant.expiresAt)}. We start our
          review once it’s yours.
        </p>
      ) : null}
      <RegisterCountdown isHeld={isAsked} />
      {applicant ? (
        <VisitorWithdrawal
          kind={kindOfSuccess(search, applicant.kind ?? 'consumer')}
          keptUntil={applicant.expiresAt}
          onAsk={() => setAsked(true)}
        />
      ) : null}
    </div>
  )
}

function SignedIn({ user }: { user: AuthUser }) {
  const search = useSearch({ from: '/app/success' })
  const navigate = useNavigate()
  // A status fetched before the submission doesn't include it, so it is always refetched.
  const status = useQuery({ ...statusQuery, refetchOnMount: 'always' })
  const [openedAt] = useState(() => Date.now())
  const pendingType = asUserType(user.pending_user_type)
  const needsCertification =
    search.type !== 'certification' && pendingType !== null && needsSelfCertification(pendingType)
  // The server's answer removes the reason for the certification before the person has seen its last step.
  const [certifying, setCertifying] = useState<AuthUser | null>(null)
  if (needsCertification && user !== certifying) setCertifying(user)
  const handleCertified = async () => {
    await navigate({ to: '/success', search: { type: 'certification' } })
    setCertifying(null)
    void status.refetch()
  }
  if (status.isError && !status.data)
    return (
      <Page width="narrow">
        <VerificationFailed message={status.error.message} retry={() => void status.refetch()} />
      </Page>
    )
  if (!status.data || status.dataUpdatedAt < openedAt)
    return (
      <Page width="narrow">
        <VariantSkeleton />
      </Page>
    )
  const { standing } = status.data
  const variant = successVariant(search, { standing, needsCertification: certifying !== null })
  const own = standing[kindOfSuccess(search, standing.leading)]
  const certification = certifying ? (
    <EmbeddedCertification user={certifying} onComplete={() => void handleCertified()} />
  ) : null
  if (variant === 'submitted' || variant === 'onboarding_completed')
    return <SubmissionReceipt own={own} title={receiptTitle(variant, own)} />
  if (variant === 'certification_required' && isWithUs(own.state))
    return (
      <SubmissionReceipt
        own={own}
        title={receiptTitle('submitted', own)}
        next={<CertificationNext isSigned={!needsCertification}>{certification}</CertificationNext>}
        isComplete={!needsCertification}
      />
    )
  return (
    <Page width="narrow">
      <Variant variant={variant} own={own} standing={standing} isSigned={!needsCertification}>
        {certification}
      </Variant>
    </Page>
  )
}

const RECEIPT_TITLES = {
  submitted: 'Verification submitted',
  onboarding_completed: 'Onboarding completed',
} as const

/** A second submission isn't called completed. */
function receiptTitle(variant: keyof typeof RECEIPT_TITLES, { isSentAgain }: CaseStanding): string {
  return isSentAgain ? 'Verification sent again' : RECEIPT_TITLES[variant]
}

/** The next step after the receipt; the wizard shows the statement itself. */
function CertificationNext({ isSigned, children }: { isSigned: boolean; children: ReactNode }) {
  return (
    <section aria-labelledby="certification-next">
      <h2 className="text-h3" id="certification-next">
        {isSigned ? SIGNED.title : 'One thing is left for you'}
      </h2>
      <p className="mt-1 text-ink-2">{isSigned ? SIGNED.lead : NOW_OR_LATER}</p>
      {children}
    </section>
  )
}

function Variant({
  variant,
  own,
  standing,
  isSigned,
  children,
}: {
  variant: OtherVariant
  own: CaseStanding
  standing: AccountStanding
  /** Whether the following certification was signed on this page. */
  isSigned: boolean
  /** What to do now, shown before the links. */
  children: ReactNode
}) {
  const { title, lead, tone } =
    variant === 'certification_required' && isSigned ? SIGNED : textOf(variant, own, standing)
  usePageTitle(title)
  const hasSubmission = variant === 'decided' || variant === 'certification_required'
  const isReturned = own.state === 'needs_resubmission' && hasSubmission
  // What was returned has its button in the card above.
  const next = isReturned ? null : nextOf(variant, own, standing)
  return (
    <div className="max-w-[720px]">
      <SuccessHeading title={title} lead={lead} tone={tone} />
      {hasSubmission ? (
        <div className="mt-6">
          <ReviewWaitsForEmail />
        </div>
      ) : null}
      {children}
      {isReturned ? <Corrections own={own} standing={standing} /> : null}
      {hasSubmission && own.state !== null ? <SubmittedProfile kind={own.kind} /> : null}
      <div className="mt-7 flex flex-wrap gap-3">
        {next ? (
          <TaskLink className={buttonClass('primary', 'lg')} href={next.href} startsAgain={next.startsAgain}>
            {next.action}
          </TaskLink>
        ) : null}
        {/* The certification, or what has to be fixed above, has the one solid button. */}
        <Link
          className={buttonClass(
            next || isReturned || variant === 'certification_required' ? 'secondary' : 'primary',
            'lg',
          )}
          to="/verification"
        >
          Follow your verification
        </Link>
        <Link className={buttonClass('secondary', 'lg')} to="/profile">
          View Profile
        </Link>
        <Link className={buttonClass('tertiary', 'lg')} to="/dashboard">
          Go to Dashboard
        </Link>
        <Link className={buttonClass('tertiary', 'lg')} to="/">
          Go to Homepage
        </Link>
      </div>
    </div>
  )
}

/** What is left to do, unless this page has a button for it or the account goes by another case. */
function nextOf(variant: OtherVariant, own: CaseStanding, { next, leading }: AccountStanding) {
  return variant === 'certification_required' || own.kind !== leading || next.isQuiet ? null : next
}

/** What was returned and where to fix it, as on the verification page. */
function Corrections({ own: { kind }, standing }: { own: CaseStanding; standing: AccountStanding }) {
  const own = useOwnCase(kind)
  if (own?.state !== 'needs_resubmission') return null
  return (
    <div className="mt-6">
      <CorrectionsCard own={own} next={kind === standing.leading ? standing.next : undefined} />
    </div>
  )
}

interface SuccessText {
  title: string
  lead: string
  tone: 'success' | 'info' | 'attention'
}

/** The wizard shows the statement itself. */
const SIGNED: SuccessText = {
  title: 'You’re certified',
  lead: 'We’ve recorded your statement, and your user type now applies.',
  tone: 'success',
}

/** The page's title once the case is decided: people open it again from bookmarks and mails. */
const DECIDED_TITLES: Partial<Record<CaseState, string>> = {
  approved: 'Verification approved',
  reverification_due: 'Verification approved',
  needs_resubmission: 'Your verification needs your attention',
  rejected: 'Verification not approved',
}

const RETURNED_LEAD = 'Our team has looked at your application. What comes next is below.'

/** The variants that aren't a receipt for a submission. */
type OtherVariant = Exclude<SuccessVariant, keyof typeof RECEIPT_TITLES>

function textOf(variant: OtherVariant, own: CaseStanding, standing: AccountStanding): SuccessText {
  switch (variant) {
    case 'decided':
      return {
        title: (own.state && DECIDED_TITLES[own.state]) ?? own.application.label,
        // The card below says what is left.
        lead: own.state === 'needs_resubmission' ? RETURNED_LEAD : sentencesOf(own),
        tone: own.application.family === 'green' ? 'success' : 'attention',
      }
    case 'ended':
      return {
        title: own.state === 'withdrawn' ? 'Application withdrawn' : 'Application expired',
        lead: own.sentence,
        tone: 'attention',
      }
    case 'certification_completed':
      return {
        title: 'Certification completed',
        lead: 'We’ve recorded your certification, and your user type now applies.',
        tone: 'success',
      }
    case 'certification_required':
      return {
        title: 'Certification comes next',
        lead: NOW_OR_LATER,
        tone: 'success',
      }
    case 'nothing':
      return { title: 'Nothing to show yet', lead: `${own.sentence} ${standing.progress}`, tone: 'info' }
    default:
      return variant satisfies never
  }
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

/** Lets visitors withdraw their submission; the application then says so, and can be started again. */
function VisitorWithdrawal({
  kind,
  keptUntil,
  onAsk,
}: {
  kind: CaseKind
  keptUntil: string
  onAsk: () => void
}) {
  const own = useOwnCase(kind)
  if (!own) return null
  if (own.state === 'withdrawn')
    return <Navigate to={kind === 'business' ? '/onboarding/business' : '/onboarding/consumer'} replace />
  return (
    <div className="mt-8">
      <WithdrawApplication own={own} keptUntil={keptUntil} onAsk={onAsk} />
    </div>
  )
}

/**
 * The investor certification inside the success page; its step isn't in the URL, which already says what
 * succeeded.
 */
function EmbeddedCertification({ user, onComplete }: { user: AuthUser; onComplete: () => void }) {
  const [step, setStep] = useState<CertificationStep>('start')
  return (
    <CertificationWizard
      key={user.id}
      user={user}
      isPage={false}
      asked={step}
      onOpen={setStep}
      onComplete={onComplete}
    />
  )
}

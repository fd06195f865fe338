import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { USER_TYPE_CARDS, USER_TYPES, type UserType } from '#contract/account/user-types.ts'
import type { InvestorAnswers } from '#contract/certifications/investor-answers.ts'
import type { AuthUser } from '#contract/sign-in/auth.ts'
import { needsSelfCertification } from '#domain/onboarding/user-type.ts'
import { parsePlainDate } from '#domain/plain-date.ts'
import { readStored, writeStored } from '#web/lib/browser-storage.ts'
import { SESSION_KEYS } from '#web/lib/storage-keys.ts'
import { CategoryStep } from '#web/shared/certifications/steps/category-step.tsx'
import { DeclarationStep } from '#web/shared/certifications/steps/declaration-step.tsx'
import { RiskStep } from '#web/shared/certifications/steps/risk-step.tsx'
import { StartStep } from '#web/shared/certifications/steps/start-step.tsx'
import { pendingChoice } from '#web/shared/onboarding/choose-user-type.ts'
import { pathAfterSelection } from '#web/shared/onboarding/next-place.ts'
import { rememberedOnboarding } from '#web/shared/onboarding/onboarding-context.ts'
import { ActionsBar } from '#web/ui/actions-bar.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { type AnswerValues, NO_ANSWERS, readAnswers } from './answers.ts'
import {
  CertificationContext,
  type CertificationFlow,
  type SignatureValues,
  useCertification,
} from './certification-context.ts'
import { type CertificationStep, stepToShow } from './certification-flow.ts'
import { CertificationFailure, CertificationFrame, CertificationSkeleton } from './certification-frame.tsx'
import { asHeld, heldStatement, otherStatements } from './held-statement.ts'
import { investorRulesQuery, type OwnCertifications, ownCertificationsQuery, type Terms } from './queries.ts'
import { applyUserType, refreshCertification, UPDATE_FAILED } from './sign-statement.ts'
import { StatementFacts } from './statement-facts.tsx'
import { StepFrame } from './step-frame.tsx'

export interface CertificationWizardProps {
  user: AuthUser
  /** Whether it is a page of its own, with rail and h1, or part of another page. */
  isPage: boolean
  /** The requested step, unvalidated, if it is in the URL. */
  asked: unknown
  onOpen: (step: CertificationStep, options: { replace: boolean }) => void
  /** What to do at the end, instead of returning to where the person came from (onboarding §4.4). */
  onComplete?: () => void
}

/** The five steps in which a trader or investor certifies themselves (onboarding §2.6). */
export function CertificationWizard(props: CertificationWizardProps) {
  const rules = useQuery(investorRulesQuery)
  const own = useQuery(ownCertificationsQuery)
  const failed = [rules, own].find(({ isError, data }) => isError && !data)
  if (failed?.error) {
    return (
      <CertificationFailure
        isPage={props.isPage}
        message={failed.error.message}
        retrying={rules.isFetching || own.isFetching}
        onRetry={() => void Promise.all([rules.refetch(), own.refetch()])}
      />
    )
  }
  if (!rules.data || !own.data) return <CertificationSkeleton isPage={props.isPage} />
  return <LoadedWizard {...props} terms={rules.data} own={own.data} />
}

type LoadedProps = CertificationWizardProps & { terms: Terms; own: OwnCertifications }

/**
 * All the steps around one form. The figures are about someone's wealth, so they are kept only in memory and a
 * reload asks for them again; that the warning was read is kept for the tab.
 */
function LoadedWizard({ user, isPage, asked, onOpen, onComplete, terms, own }: LoadedProps) {
  const navigate = useNavigate()
  const [signed, setSigned] = useState<CertificationFlow['signed']>(null)
  const [riskAcknowledged, setRiskAcknowledged] = useState(() => hasAcknowledged(user.id))
  const answers = useForm<AnswerValues>({
    defaultValues: NO_ANSWERS,
    resolver: answersResolver(terms),
    shouldFocusError: false,
  })
  const signature = useForm<SignatureValues>({ defaultValues: NO_SIGNATURE, shouldFocusError: false })
  const investorAnswers = answersOfForm(answers.watch(), terms)
  const step = stepToShow(asked, {
    riskAcknowledged,
    hasAnswers: investorAnswers !== null,
    isSigned: signed !== null,
  })
  const heading = useHeadingFocus(step, isPage)

  useEffect(() => {
    // A step that can't be shown doesn't stay in the URL either.
    if (asked !== undefined && asked !== step) onOpen(step, { replace: true })
  }, [asked, step, onOpen])

  const onboarding = rememberedOnboarding()
  const acknowledgeRisk = (isAcknowledged: boolean) => {
    setRiskAcknowledged(isAcknowledged)
    // Another certification starts; the previous one is finished.
    if (isAcknowledged) setSigned(null)
    writeStored('session', SESSION_KEYS.investorRiskAcknowledged, isAcknowledged ? String(user.id) : '')
  }
  const certification: CertificationFlow = {
    user,
    terms,
    held: heldStatement(own),
    others: otherStatements(own),
    waitingType: waitingTypeOf(user),
    isPage,
    step,
    heading,
    answers,
    investorAnswers,
    signature,
    signed,
    riskAcknowledged,
    acknowledgeRisk,
    open: (next) => onOpen(next, { replace: false }),
    finish: (given, type) => {
      setSigned({ ...given, type })
      answers.reset(NO_ANSWERS)
      signature.reset(NO_SIGNATURE)
      acknowledgeRisk(false)
      onOpen('complete', { replace: true })
    },
    goOn: onComplete ?? (() => void navigate({ to: pathAfterSelection(onboarding) })),
    goOnLabel: onComplete ? 'Continue' : onboarding ? 'Continue your onboarding' : 'Follow your verification',
  }
  return (
    <CertificationContext value={certification}>
      <CertificationFrame>
        <StepScreen key={step} step={step} />
      </CertificationFrame>
    </CertificationContext>
  )
}

const NO_SIGNATURE: SignatureValues = { acknowledgedFor: null, fullName: '' }

/**
 * Moves the focus to the heading of a step that opens; the first one of a visit leaves it where it is (design §7.1).
 */
function useHeadingFocus(step: CertificationStep, isPage: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef(step)
  useEffect(() => {
    if (last.current === step) return
    last.current = step
    heading.current?.focus({ preventScroll: isPage })
    if (isPage) window.scrollTo({ top: 0 })
  }, [step, isPage])
  return heading
}

function hasAcknowledged(userId: number): boolean {
  return readStored('session', SESSION_KEYS.investorRiskAcknowledged) === String(userId)
}

/** The pending choice on the server or, if it was refused, in this browser (onboarding §4.4). */
function waitingTypeOf(user: AuthUser): UserType | null {
  const pending = USER_TYPES.find((type) => type === user.pending_user_type)
  return pending && needsSelfCertification(pending) ? pending : pendingChoice(user.id)
}

function StepScreen({ step }: { step: CertificationStep }) {
  switch (step) {
    case 'start':
      return <StartStep />
    case 'risk':
      return <RiskStep />
    case 'category':
      return <CategoryStep />
    case 'declaration':
      return <DeclarationStep />
    case 'complete':
      return <CompleteStep />
    default:
      return step satisfies never
  }
}

/** The answers' problems, for the form; an error's type is the kind of problem. */
function answersResolver(terms: Terms): Resolver<AnswerValues> {
  return (values) => {
    const result = read(values, terms)
    if ('investorAnswers' in result) return { values, errors: {} }
    const errors = Object.entries(result.problems).map(([name, { kind, message }]) => [
      name,
      { type: kind, message },
    ])
    return { values: {}, errors: Object.fromEntries(errors) }
  }
}

/** The answers as submitted; null while something is missing. */
function answersOfForm(values: AnswerValues, terms: Terms): InvestorAnswers | null {
  const result = read(values, terms)
  return 'investorAnswers' in result ? result.investorAnswers : null
}

/** The answers checked against the rules in force; the day comes from the server. */
function read(values: AnswerValues, { rules, today }: Terms) {
  const day = parsePlainDate(today)
  if (!day) throw new RangeError(`${today} is no day`)
  return readAnswers(values, rules, day)
}

/** Step 5: what was signed, until when it is valid, and where to continue. */
function CompleteStep() {
  const { user, signed, terms, goOn, goOnLabel } = useCertification()
  const statement = signed && asHeld(signed.certification)
  const card = USER_TYPE_CARDS.find(({ id }) => id === user.user_type)
  return (
    <StepFrame
      title="Certification Completed"
      intro="Your statement is signed and recorded. We’ll send a copy to your confirmed email address."
    >
      <TypeNotice />
      {statement ? <StatementFacts statement={statement} rules={terms.rules} /> : null}
      {card ? <p className="mt-6 text-ink-2">Your user type: {card.title}.</p> : null}
      <ActionsBar>
        <Button variant="primary" size="lg" onClick={goOn}>
          {goOnLabel}
        </Button>
      </ActionsBar>
    </StepFrame>
  )
}

/** The statement is valid even if the user type that depended on it couldn't be changed. */
function TypeNotice() {
  const { user, signed } = useCertification()
  const again = useMutation({
    mutationFn: async () => {
      const type = signed ? await applyUserType(user, signed) : 'failed'
      if (type === 'failed') throw new Error(UPDATE_FAILED.description)
    },
    onSuccess: () => {
      void refreshCertification()
      toast({ kind: 'success', title: 'User Type Updated' })
    },
  })
  if (signed?.type !== 'failed' || again.isSuccess) return null
  return (
    <Banner kind="error" title={UPDATE_FAILED.title} live className="mt-6">
      {UPDATE_FAILED.description}{' '}
      <button className="link" type="button" disabled={again.isPending} onClick={() => again.mutate()}>
        Try Again
      </button>
    </Banner>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { UserType } from '#contract/account/user-types.ts'
import type { AuthUser } from '#contract/sign-in/auth.ts'
import { needsSelfCertification } from '#domain/onboarding/user-type.ts'
import { readStored, writeStored } from '#web/lib/browser-storage.ts'
import { SESSION_KEYS } from '#web/lib/storage-keys.ts'
import { pathAfterSelection } from '#web/shared/onboarding/next-place.ts'
import { rememberedOnboarding } from '#web/shared/onboarding/onboarding-context.ts'
import { pendingChoice } from '#web/shared/onboarding/pending-choice.ts'
import { type AnswerValues, NO_ANSWERS } from './answers.ts'
import { answersOfForm, answersResolver } from './answers-form.ts'
import {
  CertificationContext,
  type CertificationFlow,
  type SignatureValues,
} from './certification-context.ts'
import { type CertificationStep, stepToShow } from './certification-flow.ts'
import { CertificationFailure, CertificationFrame, CertificationSkeleton } from './certification-frame.tsx'
import { heldStatement, otherStatements } from './held-statement.ts'
import { investorRulesQuery, type OwnCertifications, ownCertificationsQuery, type Terms } from './queries.ts'
import { StepScreen } from './step-screen.tsx'

export interface CertificationWizardProps {
  user: AuthUser
  /** A page of its own with rail and h1, or a part of another page. */
  isPage: boolean
  /** The step asked for, where it is in the URL whatever it says there. */
  asked: unknown
  onOpen: (step: CertificationStep, options: { replace: boolean }) => void
  /** What to do at the end, instead of going back to where the person came from (onboarding §4). */
  onComplete?: () => void
}

/** The five steps in which a trader or investor certifies themselves (onboarding §2, Investor certification). */
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
 * All of it around one form. The figures are about someone's wealth: they are kept in memory alone, so that a reload
 * asks for them again; that the warning was read is kept for the tab.
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
    // What cannot be shown is not left in the address either.
    if (asked !== undefined && asked !== step) onOpen(step, { replace: true })
  }, [asked, step, onOpen])

  const onboarding = rememberedOnboarding()
  const acknowledgeRisk = (isAcknowledged: boolean) => {
    setRiskAcknowledged(isAcknowledged)
    // Another certification begins; the former has had its end.
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

/** Takes the focus to the heading of a step that opens; the first one of a visit leaves it where it is (design §7). */
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

/** What the server keeps as waiting, or what this browser does of a choice that was refused (onboarding §4). */
function waitingTypeOf(user: AuthUser): UserType | null {
  const pending = UserType.safeParse(user.pending_user_type).data ?? null
  return pending && needsSelfCertification(pending) ? pending : pendingChoice(user.id)
}

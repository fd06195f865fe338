import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { z } from 'zod'
import { MISSING_FIELDS_TITLE } from '#contract/onboarding/onboarding-steps.ts'
import { ApiError, isSignedOut } from '#web/lib/api-error.ts'
import { siteQuery } from '#web/lib/session.ts'
import { leaveOnboardingContext } from '#web/shared/onboarding/onboarding-context.ts'
import { ActionsBar } from '#web/ui/actions-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import type { JourneyApplicant } from './applicant.ts'
import { useJourney } from './journey.ts'
import type { JourneyStep } from './journey-step.ts'
import { type Gap, ReviewProblems } from './review-problems.tsx'
import { SecurityCheckLine, useSecurityCheck } from './security-check-line.tsx'
import { BackButton, StepFrame } from './step-frame.tsx'

const NO_ANSWER =
  'We can’t reach the server. Your answers are kept. We’ll submit them when you’re back online, or you can submit them again.'

const GENERIC = 'There was a problem with your form submission. Please check all fields and try again.'

/** A box that must be ticked before the submission. */
export interface Declaration {
  id: string
  label: ReactNode
  /** The error if it isn't ticked. */
  missing: string
}

export interface ReviewedAnswers<Answers> {
  applicant: JourneyApplicant
  answers: Answers
  riskAccepted: boolean
  captchaToken: string | undefined
  /** The revision of the saved answers that this page shows. */
  draftRevision: number
}

export interface ReviewFormProps<Answers> {
  /** The answers in groups. */
  children: ReactNode
  declarations: readonly Declaration[]
  /** Text to read beforehand, below the declarations. */
  note?: ReactNode
  /** What is still missing, in the order of the journey. */
  gapsNow: () => readonly Gap[]
  /** The answers as submitted, or their problems. */
  answersNow: () => z.ZodSafeParseResult<Answers>
  /** The screen of a submission's field; the review for its own fields. */
  stepOfField: (field: string) => JourneyStep
  /** The line of the summary about a field's error, if its message alone doesn't say whose it is. */
  lineOfField?: (field: string, message: string) => string
  /** Submits and returns the profile's id. Idempotent. Throws ApiError. */
  send: (submission: ReviewedAnswers<Answers>) => Promise<number>
  /** Reports success, and leaves the page. */
  onSubmitted: (profileId: number) => Promise<void>
}

interface Problem {
  title: string
  intro: string
  gaps: readonly Gap[]
  /** The number of the attempt. */
  number: number
}

/** The last screen: check the answers, confirm, submit (design §9.4). */
export function ReviewForm<Answers>({ children, declarations, ...props }: ReviewFormProps<Answers>) {
  const form = useFormContext()
  const { applicant, riskAccepted, revisionToSubmit, mergeNewer, merges, forget, onHandingIn, onSignedOut } =
    useJourney()
  const { data: site } = useQuery(siteQuery)
  const { check, renew } = useSecurityCheck(site?.captchaRequired ?? false)
  // What was confirmed before newer answers were merged in is confirmed again.
  const [ticks, setTicks] = useState<{ ids: readonly string[]; merges: number }>({ ids: [], merges })
  const ticked = ticks.merges === merges ? ticks.ids : []
  const [hasAsked, setAsked] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isSubmitting, setSubmitting] = useState(false)
  /** What a submission without a response waits for: the connection, then a new security check. */
  const [waitsFor, setWaitsFor] = useState<'line' | 'check' | null>(null)
  // State is only set on the next render; a second click can come before it.
  const isBusy = useRef(false)
  const unticked = declarations.filter(({ id }) => !ticked.includes(id))

  const report = (title: string, intro: string, gaps: readonly Gap[]) =>
    setProblem((last) => ({ title, intro, gaps, number: (last?.number ?? 0) + 1 }))

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    void submit()
  }

  const submit = async () => {
    if (isBusy.current) return
    setWaitsFor(null)
    const gaps = props.gapsNow()
    if (gaps.length > 0) return report(MISSING_FIELDS_TITLE, 'Please complete these fields:', gaps)
    if (unticked.length > 0) {
      setAsked(true)
      return report(
        'Confirm your answers',
        `Tick the ${unticked.length > 1 ? 'boxes' : 'box'} before you submit:`,
        unticked.map(({ id, missing }) => ({ key: id, label: missing, step: 'review' })),
      )
    }
    const parsed = props.answersNow()
    if (!parsed.success) {
      return showFields(
        Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message])),
        'Check your answers',
        'These answers cannot be sent as they are:',
      )
    }
    if (check.kind === 'working' || check.kind === 'failed') {
      if (check.kind === 'failed') renew()
      return report('Security check', 'Wait for the security check to finish, then submit again.', [])
    }
    isBusy.current = true
    setSubmitting(true)
    onHandingIn(true)
    try {
      const profileId = await sendSeen(parsed.data)
      if (profileId === null) return reportElsewhere()
      forget()
      leaveOnboardingContext()
      await props.onSubmitted(profileId)
    } catch (error) {
      handleFailure(error)
    } finally {
      isBusy.current = false
      setSubmitting(false)
    }
  }

  /** Sends the answers unless others were saved elsewhere: then returns null, once those are on the page. */
  const sendSeen = async (answers: Answers): Promise<number | null> => {
    const draftRevision = await revisionToSubmit()
    if (draftRevision === null) return null
    const captchaToken = check.kind === 'passed' ? check.token : undefined
    try {
      return await props.send({ applicant, answers, riskAccepted, captchaToken, draftRevision })
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'STALE_VERSION')) throw error
      return (await mergeNewer()) ? null : sendSeen(answers)
    }
  }

  /** What was confirmed isn't what would be sent now. */
  const reportElsewhere = () => {
    onHandingIn(false)
    setAsked(false)
    report(
      'Not submitted yet',
      'Your answers were changed in another tab or on another device. This page shows the newer ones now. Check them, confirm, then submit again.',
      [],
    )
  }

  const handleFailure = (error: unknown) => {
    onHandingIn(false)
    // A solution is valid once, even if the submission failed after it was checked.
    renew()
    if (isSignedOut(error)) return onSignedOut()
    if (error instanceof ApiError && error.status === 0) setWaitsFor('line')
    const failure = submissionFailure(error)
    showFields(failure.fields, failure.title, failure.message)
  }

  // A submission interrupted by a lost connection continues once it is restored: it is idempotent.
  const carryOn = useEffectEvent(() => {
    if (waitsFor !== 'line') return
    if (check.kind === 'failed') renew()
    setWaitsFor('check')
  })
  useEffect(() => {
    const handleOnline = () => carryOn()
    window.addEventListener('online', handleOnline)
    return () => window.removeEventListener('online', handleOnline)
  }, [])
  const submitAgain = useEffectEvent(() => void submit())
  const isReady = check.kind === 'off' || check.kind === 'passed'
  useEffect(() => {
    if (waitsFor === 'check' && isReady) submitAgain()
  }, [waitsFor, isReady])

  /** Shows each message at its field, and lists them with links. */
  const showFields = (fields: Record<string, string>, title: string, intro: string) => {
    const gaps = Object.entries(fields).map(([key, message]) => {
      const step = props.stepOfField(key)
      if (step !== 'review') form.setError(key, { type: 'server', message })
      return { key, label: props.lineOfField?.(key, message) ?? message, step }
    })
    report(title, intro, gaps)
  }

  return (
    <>
      {problem ? <ReviewProblems {...problem} focusKey={problem.number} /> : null}
      <StepFrame
        title="Review & Submit"
        intro="Check your answers. We don’t send anything for verification until you submit at the bottom of this page."
      >
        {children}
        <form noValidate onSubmit={handleSubmit}>
          <Declarations
            declarations={declarations}
            ticked={ticked}
            hasAsked={hasAsked}
            onTick={(id, isTicked) => {
              setWaitsFor(null)
              setTicks({
                ids: isTicked ? [...ticked, id] : ticked.filter((tickedId) => tickedId !== id),
                merges,
              })
            }}
          />
          {props.note}
          <SecurityCheckLine check={check} onRetry={renew} />
          <ActionsBar>
            <BackButton />
            <Button variant="primary" size="lg" type="submit" busy={isSubmitting} busyLabel="Submitting...">
              Submit for verification
            </Button>
          </ActionsBar>
        </form>
      </StepFrame>
    </>
  )
}

function Declarations({
  declarations,
  ticked,
  hasAsked,
  onTick,
}: {
  declarations: readonly Declaration[]
  ticked: readonly string[]
  /** Whether the submission has asked for them. */
  hasAsked: boolean
  onTick: (id: string, isTicked: boolean) => void
}) {
  return declarations.map(({ id, label, missing }, index) => (
    <Checkbox
      key={id}
      id={id}
      fieldClassName={index === 0 ? 'mt-8' : undefined}
      required
      label={label}
      checked={ticked.includes(id)}
      error={hasAsked && !ticked.includes(id) ? missing : undefined}
      onChange={({ target }) => onTick(id, target.checked)}
    />
  ))
}

interface SubmissionFailure {
  title: string
  message: string
  /** The server's messages for individual fields. */
  fields: Record<string, string>
}

/** Returns a failed submission's message from the error catalogue (onboarding §8.1). */
function submissionFailure(error: unknown): SubmissionFailure {
  if (!(error instanceof ApiError)) {
    return {
      title: 'Submission Error',
      message: 'There was a problem submitting your information',
      fields: {},
    }
  }
  const { fields } = error
  if (error.status === 0) return { title: 'Submission Error', message: NO_ANSWER, fields }
  switch (error.code) {
    case 'DUPLICATE_ENTRY':
      return { title: 'Duplicate Information', message: error.message, fields }
    case 'VALIDATION_ERROR':
      return { title: 'Validation Error', message: GENERIC, fields }
    default:
      return { title: 'Submission Error', message: error.message, fields }
  }
}

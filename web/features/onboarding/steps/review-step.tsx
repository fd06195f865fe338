import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { ConsumerAnswers } from '#contract/onboarding.ts'
import { MISSING_FIELDS_TITLE } from '#contract/onboarding-steps.ts'
import { isSignedOut } from '#web/lib/api-error.ts'
import { paths } from '#web/lib/paths.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { siteQuery } from '#web/lib/session.ts'
import { leaveOnboardingContext } from '#web/parts/user-type/onboarding-context.ts'
import { ActionsBar } from '#web/ui/actions-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { isoFromParts } from '#web/ui/date-parts.ts'
import { toast } from '#web/ui/toast.ts'
import type { FormValues } from '../form-values.ts'
import { useJourney } from '../journey.ts'
import { type Gap, reviewGaps, stepOfField } from '../review-gaps.ts'
import { ReviewProblems } from '../review-problems.tsx'
import { SecurityCheckLine } from '../security-check-line.tsx'
import { BackButton, StepFrame } from '../step-frame.tsx'
import { submissionFailure, submitApplication } from '../submit.ts'
import { useSecurityCheck } from '../use-security-check.ts'
import { ReviewAnswers } from './review-answers.tsx'

interface Problem {
  title: string
  intro: string
  gaps: readonly Gap[]
  /** Counts the tries. */
  number: number
}

const FIELD_NAMES = ['firstName', 'lastName', 'dob', 'email', 'phone', 'address', 'docType'] as const

/** The last screen: check the answers, confirm, submit (onboarding §5, design §9). */
export function ReviewStep() {
  const form = useFormContext<FormValues>()
  const journey = useJourney()
  const navigate = useNavigate()
  const { data: site } = useQuery(siteQuery)
  const { check, renew } = useSecurityCheck(site?.captchaRequired ?? false)
  const [isConfirmed, setConfirmed] = useState(false)
  const [confirmError, setConfirmError] = useState<string>()
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isSubmitting, setSubmitting] = useState(false)
  // State is set with the next render; a second click can come before it.
  const isBusy = useRef(false)

  const report = (title: string, intro: string, gaps: readonly Gap[]) =>
    setProblem((last) => ({ title, intro, gaps, number: (last?.number ?? 0) + 1 }))

  const handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy.current) return
    const gaps = reviewGaps(journey.answers)
    if (gaps.length > 0) return report(MISSING_FIELDS_TITLE, 'Please complete these fields:', gaps)
    if (!isConfirmed) {
      const message = 'Confirm that the information is true and complete'
      setConfirmError(message)
      return report('Confirm your answers', 'Tick the box before you submit:', [
        { key: 'confirmed', label: message, step: 'review' },
      ])
    }
    const parsed = ConsumerAnswers.safeParse(submittedValues(form.getValues()))
    if (!parsed.success) {
      return showFields(
        Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message])),
        'Check your answers',
        'These answers cannot be sent as they are:',
      )
    }
    if (check.kind === 'working' || check.kind === 'failed') {
      if (check.kind === 'failed') renew()
      return report('Security check', 'Wait until the security check has passed, then submit again.', [])
    }
    isBusy.current = true
    setSubmitting(true)
    try {
      const profileId = await submitApplication({
        userId: journey.user.id,
        auth0Id: journey.user.auth0_id,
        answers: parsed.data,
        riskAccepted: journey.answers.riskAccepted,
        captchaToken: check.kind === 'passed' ? check.token : undefined,
      })
      await leaveWith(profileId)
    } catch (error) {
      handleFailure(error)
    } finally {
      isBusy.current = false
      setSubmitting(false)
    }
  }

  const leaveWith = async (profileId: number) => {
    journey.forget()
    leaveOnboardingContext()
    toast({
      kind: 'success',
      title: 'KYC Profile Submitted',
      description: 'Your profile has been successfully saved.',
    })
    await navigate({
      to: paths.success(),
      search: { id: String(profileId), type: 'consumer', completed: 'true' },
      replace: true,
    })
    await invalidate(
      'GET /api/auth/user',
      'GET /api/user/profile',
      'GET /api/onboarding/consumer/case',
      'GET /api/onboarding/kyc-profile-by-user/:id',
      'GET /api/verification/status',
      'GET /api/documents',
    )
  }

  const handleFailure = (error: unknown) => {
    // A solution counts once, even where the submission failed after it was checked.
    renew()
    if (isSignedOut(error)) return journey.onSignedOut()
    const failure = submissionFailure(error)
    showFields(failure.fields, failure.title, failure.message)
  }

  /** Puts each message beside its field, and lists them with the way there. */
  const showFields = (fields: Record<string, string>, title: string, intro: string) => {
    for (const name of FIELD_NAMES) {
      if (fields[name]) form.setError(name, { type: 'server', message: fields[name] })
    }
    const gaps = Object.entries(fields).map(([key, label]) => ({ key, label, step: stepOfField(key) }))
    report(title, intro, gaps)
  }

  return (
    <>
      {problem ? <ReviewProblems {...problem} focusKey={problem.number} /> : null}
      <StepFrame
        title="Review & Submit"
        intro="Check your answers. Nothing is sent for verification until you submit at the bottom of this page."
      >
        <ReviewAnswers />
        <form noValidate onSubmit={handleSubmit}>
          <Checkbox
            id="confirmed"
            fieldClassName="mt-8"
            required
            label="I confirm that the information I have given is true and complete, and that the documents belong to me."
            checked={isConfirmed}
            error={confirmError}
            onChange={(event) => {
              setConfirmed(event.target.checked)
              setConfirmError(undefined)
            }}
          />
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

function submittedValues(values: FormValues) {
  return { ...values, dob: isoFromParts(values.dob) ?? '' }
}

import { useNavigate } from '@tanstack/react-router'
import { useFormContext } from 'react-hook-form'
import { BusinessSubmission } from '#contract/onboarding/business.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { toast } from '#web/ui/toast.ts'
import { afterSubmission } from '../journey/after-submission.ts'
import { useJourney } from '../journey/journey.ts'
import { type Declaration, ReviewForm } from '../journey/review-form.tsx'
import { askedOf, type BusinessValues } from './form-values.ts'
import { ReviewAnswers } from './review-answers.tsx'
import { reviewGaps } from './review-gaps.ts'
import { stepOfField } from './steps-of-fields.ts'
import { submitCompany } from './submit.ts'

/** Both are required (onboarding §5). */
const DECLARATIONS: readonly Declaration[] = [
  {
    id: 'declarations.accurate',
    label: 'I confirm that the information given here is accurate and complete.',
    missing: 'Confirm that the information is accurate and complete',
  },
  {
    id: 'declarations.authorised',
    label: 'I confirm that I am authorised to act for the company.',
    missing: 'Confirm that you are authorised to act for the company',
  },
]

/** The last screen of a company: its answers, and the two declarations. */
export function ReviewStep() {
  const { getValues } = useFormContext<BusinessValues>()
  const { applicant, riskAccepted, correction } = useJourney()
  const navigate = useNavigate()

  const handleSubmitted = async (profileId: number) => {
    toast({ kind: 'success', title: 'Business Profile Submitted' })
    await navigate({ ...afterSubmission(applicant, 'business', profileId), replace: true })
    await invalidate(
      'GET /api/auth/user',
      'GET /api/user/profile',
      'GET /api/onboarding/business/case',
      'GET /api/onboarding/business/profile',
      'GET /api/verification/status',
      'GET /api/documents',
    )
  }

  return (
    <ReviewForm
      declarations={DECLARATIONS}
      note={<LegalLinks />}
      gapsNow={() => reviewGaps(getValues(), riskAccepted, correction?.isFinal)}
      answersNow={() => BusinessSubmission.safeParse(askedOf(getValues()))}
      stepOfField={stepOfField}
      send={submitCompany}
      onSubmitted={handleSubmitted}
    >
      <ReviewAnswers />
    </ReviewForm>
  )
}

function LegalLinks() {
  return (
    <p className="mt-3 text-ink-2">
      Read the{' '}
      <a href="/terms" target="_blank" rel="noreferrer">
        terms of service
      </a>{' '}
      and the{' '}
      <a href="/privacy" target="_blank" rel="noreferrer">
        privacy policy
      </a>{' '}
      before you submit.
    </p>
  )
}

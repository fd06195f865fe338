import { useNavigate } from '@tanstack/react-router'
import { useFormContext } from 'react-hook-form'
import { ConsumerAnswers } from '#contract/onboarding/onboarding.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { toast } from '#web/ui/toast.ts'
import { afterSubmission } from '../journey/after-submission.ts'
import { useJourney } from '../journey/journey.ts'
import { ReviewForm } from '../journey/review-form.tsx'
import { answersOf, type FormValues, submittedAnswers } from './form-values.ts'
import { ReviewAnswers } from './review-answers.tsx'
import { reviewGaps, stepOfField } from './review-gaps.ts'
import { submitApplication } from './submit.ts'

const CONFIRMATION = {
  id: 'confirmed',
  label:
    'I confirm that the information I have given is true and complete, and that the documents belong to me.',
  missing: 'Confirm that the information is true and complete',
} as const

/** The last screen of a person: their answers, and the confirmation (onboarding §5). */
export function ReviewStep() {
  const { getValues } = useFormContext<FormValues>()
  const { applicant, files, riskAccepted } = useJourney()
  const navigate = useNavigate()

  const handleSubmitted = async (profileId: number) => {
    toast({
      kind: 'success',
      title: 'KYC Profile Submitted',
      description: 'Your profile has been successfully saved.',
    })
    await navigate({ ...afterSubmission(applicant, 'consumer', profileId), replace: true })
    await invalidate(
      'GET /api/auth/user',
      'GET /api/user/profile',
      'GET /api/onboarding/consumer/case',
      'GET /api/onboarding/kyc-profile-by-user/:id',
      'GET /api/verification/status',
      'GET /api/documents',
    )
  }

  return (
    <ReviewForm
      declarations={[CONFIRMATION]}
      gapsNow={() => reviewGaps(answersOf(getValues(), files, riskAccepted))}
      answersNow={() => ConsumerAnswers.safeParse(submittedAnswers(getValues()))}
      stepOfField={stepOfField}
      send={submitApplication}
      onSubmitted={handleSubmitted}
    >
      <ReviewAnswers />
    </ReviewForm>
  )
}

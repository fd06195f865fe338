import { useNavigate } from '@tanstack/react-router'
import { useFormContext } from 'react-hook-form'
import { TRADER_CERTIFICATION_TYPE } from '#contract/account/user-types.ts'
import {
  DOC_TYPE_LABELS,
  DOCUMENTS,
  type DocumentSlot,
  documentType,
  SLOT_LABELS,
  SLOT_NOUNS,
  slotsOf,
} from '#contract/documents/documents.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import { CONSUMER_FIELD_NAMES, consumerField } from '#contract/onboarding/consumer-fields.ts'
import { ConsumerAnswers } from '#contract/onboarding/onboarding.ts'
import type { ConsumerStep } from '#contract/onboarding/onboarding-steps.ts'
import { countedSlots, isOptionalSlot } from '#domain/cases/document-requirements.ts'
import { flagsForType, needsSelfCertification } from '#domain/onboarding/user-type.ts'
import { afterSubmission } from '#web/features/onboarding/journey/after-submission.ts'
import { useJourney } from '#web/features/onboarding/journey/journey.ts'
import { type ReviewedAnswers, ReviewForm } from '#web/features/onboarding/journey/review-form.tsx'
import { ChangeLink, StepActions, StepFrame, StepLink } from '#web/features/onboarding/journey/step-frame.tsx'
import { SlotUpload } from '#web/features/onboarding/steps/slot-upload.tsx'
import { TypeAndRisk } from '#web/features/onboarding/steps/type-and-risk.tsx'
import { api } from '#web/lib/api.ts'
import { formatDate } from '#web/lib/dates.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { replayRiskAcceptance } from '#web/shared/certifications/risk-disclosure/risk-acceptance.ts'
import { documentPreview } from '#web/shared/documents/document-preview.ts'
import { FaceComparisonCard } from '#web/shared/documents/face-comparison.tsx'
import { formLines } from '#web/shared/verification/answer-lines.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { ReviewSection, ReviewThumbnails } from '#web/ui/review-section.tsx'
import { toast } from '#web/ui/toast.ts'
import { UserTypeStep } from '../steps/user-type-step.tsx'
import { answersOf, type FormValues, submittedAnswers, textOf } from './form-values.ts'
import { IdDocumentStep } from './id-document-step.tsx'
import { PersonalDetailsStep } from './personal-details-step.tsx'
import { reviewGaps, stepOfField } from './review-gaps.ts'

export { checkDetails } from './personal-details.ts'

const CONFIRMATION = {
  id: 'confirmed',
  label:
    'I confirm that the information I have given is true and complete, and that the documents belong to me.',
  missing: 'Confirm that the information is true and complete',
} as const

const SLOTS = slotsOf('consumer').filter((slot) => documentType(slot).step === 'proof-of-address')

/** The screens with questions, and the last one, which shows the answers. */
export function AskingScreen({ step }: { step: AskingStep }) {
  switch (step) {
    case 'personal-details':
      return <PersonalDetailsStep />
    case 'id-document':
      return <IdDocumentStep />
    case 'selfie':
      return <SelfieStep />
    case 'proof-of-address':
      return <ProofOfAddressStep />
    case 'user-type':
      return <UserTypeStep />
    case 'review':
      return <ReviewStep />
    default:
      return step satisfies never
  }
}

type AskingStep = Exclude<ConsumerStep, 'start' | 'risk-disclosure' | 'what-you-need'>

/** Step 5: a picture of the person, for which phones open the camera. */
function SelfieStep() {
  const { goOn, files } = useJourney()
  return (
    <StepFrame title="Selfie" intro="Take a photo of yourself. We compare it with your ID photo.">
      <SlotUpload slot="selfie" label="Selfie" level={2} description={DOCUMENTS.selfie.asked} />
      <FaceComparisonCard level={2} />
      <StepActions
        onContinue={goOn}
        waitingFor={files.includes('selfie') ? null : 'Waiting for your selfie to upload'}
      />
    </StepFrame>
  )
}

/** Step 6: a recent document with name and address (onboarding §5). */
function ProofOfAddressStep() {
  const { goOn, files, document, correction } = useJourney()
  // During correction, optional documents are shown only if they were given or may be added now.
  const isShown = (slot: DocumentSlot) =>
    !isOptionalSlot(slot) || !correction || correction.isEditable(slot) || document(slot) !== null
  const isThere = files.includes('proof-of-address')
  return (
    <StepFrame
      title="Proof of Address"
      intro="Upload a document that shows your name and your home address. It must be dated within 3 months."
    >
      <div className="grid gap-4">
        {SLOTS.filter(isShown).map((slot) => (
          <SlotUpload
            key={slot}
            slot={slot}
            level={2}
            label={isOptionalSlot(slot) ? `${SLOT_LABELS[slot]} (optional)` : undefined}
            description={documentType(slot).asked ?? ''}
          />
        ))}
      </div>
      <StepActions
        onContinue={goOn}
        waitingFor={isThere ? null : 'Waiting for your proof of address to upload'}
      />
    </StepFrame>
  )
}

/** A person's last screen: their answers, and the confirmation (onboarding §5). */
function ReviewStep() {
  const { getValues } = useFormContext<FormValues>()
  const { applicant, files, riskAccepted } = useJourney()
  const navigate = useNavigate()

  const handleSubmitted = async (profileId: number) => {
    toast({
      kind: 'success',
      title: 'KYC Profile Submitted',
      description: 'Your profile has been successfully saved.',
      replacesAll: true,
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

/**
 * Submits the application and closes the onboarding; returns the profile's id. A risk acceptance the server
 * missed is sent first, because the server refuses a submission without one. Throws ApiError. Idempotent.
 */
async function submitApplication(submission: ReviewedAnswers<ConsumerAnswers>): Promise<number> {
  const { applicant, answers, riskAccepted, captchaToken } = submission
  const { userId, auth0Id } = applicant
  await replayRiskAcceptance(userId)
  const { profile } = await api('POST /api/onboarding/kyc', {
    body: {
      userId,
      auth0Id,
      ...answers,
      ...aliases(answers),
      ...flagsForType(answers.userType),
      riskDisclosureAccepted: riskAccepted,
      tradeCertificationType: needsSelfCertification(answers.userType) ? TRADER_CERTIFICATION_TYPE : null,
      captchaToken,
      confirmed: true,
    },
  })
  await api('POST /api/onboarding/consumer/complete', { body: { userId, profileId: profile.id } })
  return profile.id
}

/** The payload's alternative names for name, date, phone and address (onboarding §7). */
function aliases(answers: ConsumerAnswers) {
  return Object.fromEntries(
    CONSUMER_FIELD_NAMES.flatMap((name) => {
      const [alias] = consumerField(name).aliases ?? []
      return alias && answers[name] !== undefined ? [[alias, answers[name]]] : []
    }),
  )
}

/** The answers in groups, each with one link that changes it and returns here. */
function ReviewAnswers() {
  const { getValues } = useFormContext<FormValues>()
  const { document } = useJourney()
  const values = getValues()
  const { docType } = values
  const shownSlots = countedSlots(docType).filter((slot) => !isOptionalSlot(slot) || document(slot))
  const thumbnails = shownSlots.map((slot) => {
    const stored = document(slot)
    return {
      id: slot,
      name: SLOT_LABELS[slot],
      caption: <Caption slot={slot} dates={stored} />,
      src: stored && documentPreview(stored),
      alt: stored ? `Your ${SLOT_NOUNS[slot]}` : '',
      ...(!stored && { text: 'Missing' }),
    }
  })
  return (
    <>
      <ReviewSection
        title="Personal Details"
        change={<ChangeLink step="personal-details" what="personal details" />}
      >
        <KeyValueList look="answers" items={formLines((name) => textOf(values, name))} />
      </ReviewSection>
      <ReviewSection title="Documents" change={<ChangeLink step="id-document" what="documents" />}>
        <KeyValueList
          look="answers"
          items={[{ label: 'Document type', value: docType && DOC_TYPE_LABELS[docType] }]}
        />
        <ReviewThumbnails items={thumbnails} />
      </ReviewSection>
      <TypeAndRisk userType={values.userType} />
    </>
  )
}

/** The documents' single Change link leads to the first of them; each picture links to its own screen. */
function Caption({ slot, dates }: { slot: DocumentSlot; dates: DocumentDates | null }) {
  const { correction } = useJourney()
  return (
    <>
      {correction && !correction.isEditable(slot) ? (
        SLOT_LABELS[slot]
      ) : (
        <StepLink className="inline-block py-0.5" step={stepOfField(slot)} change>
          <span className="sr-only">Change </span>
          {SLOT_LABELS[slot]}
        </StepLink>
      )}
      {dates?.issuedOn ? <span className="block">Issued {formatDate(dates.issuedOn)}</span> : null}
      {dates?.expiresOn ? <span className="block">Expires {formatDate(dates.expiresOn)}</span> : null}
    </>
  )
}

type DocumentDates = Pick<StoredDocument, 'issuedOn' | 'expiresOn'>

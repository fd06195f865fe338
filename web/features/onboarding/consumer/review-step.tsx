import { useNavigate } from '@tanstack/react-router'
import { useFormContext } from 'react-hook-form'
import { TRADER_CERTIFICATION_TYPE } from '#contract/account/user-types.ts'
import { DOC_TYPE_LABELS, type DocumentSlot, SLOT_LABELS, SLOT_NOUNS } from '#contract/documents/documents.ts'
import type { ReadField, ReadValue } from '#contract/documents/readings.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import { CONSUMER_FIELD_NAMES, consumerField } from '#contract/onboarding/consumer-fields.ts'
import { ConsumerAnswers } from '#contract/onboarding/onboarding.ts'
import { countedSlots, isOptionalSlot } from '#domain/cases/document-requirements.ts'
import { flagsForType, needsSelfCertification } from '#domain/onboarding/user-type.ts'
import { londonDate } from '#domain/plain-date.ts'
import { readDateProblem } from '#domain/reading/read-date-problem.ts'
import { looksLikeFront } from '#domain/reading/wrong-side.ts'
import { afterSubmission } from '#web/features/onboarding/journey/after-submission.ts'
import { isReadingShown } from '#web/features/onboarding/journey/correction.ts'
import { useJourney } from '#web/features/onboarding/journey/journey.ts'
import { type ReviewedAnswers, ReviewForm } from '#web/features/onboarding/journey/review-form.tsx'
import { ChangeLink, StepLink } from '#web/features/onboarding/journey/step-frame.tsx'
import { TypeAndRisk } from '#web/features/onboarding/steps/type-and-risk.tsx'
import { api } from '#web/lib/api.ts'
import { formatDate } from '#web/lib/dates.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { replayRiskAcceptance } from '#web/shared/certifications/risk-disclosure/risk-acceptance.ts'
import { documentPreview } from '#web/shared/documents/document-preview.ts'
import { differingValues, isReadingAnswered, typedValues } from '#web/shared/documents/read-differences.ts'
import { useOwnReading } from '#web/shared/documents/use-own-reading.ts'
import { formLines } from '#web/shared/verification/answer-lines.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { ReviewSection, ReviewThumbnails } from '#web/ui/review-section.tsx'
import { toast } from '#web/ui/toast.ts'
import { answersOf, declaredIn, type FormValues, submittedAnswers, textOf } from './form-values.ts'
import { reviewGaps, stepOfField } from './review-gaps.ts'

const CONFIRMATION = {
  id: 'confirmed',
  label:
    'I confirm that the information I have given is true and complete, and that the documents belong to me.',
  missing: 'Confirm that the information is true and complete',
} as const

/** A person's last screen: their answers, and the confirmation (onboarding §5.8). */
export function ReviewStep() {
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
  const { applicant, answers, riskAccepted, captchaToken, draftRevision } = submission
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
      draftRevision,
      confirmed: true,
    },
  })
  await api('POST /api/onboarding/consumer/complete', { body: { userId, profileId: profile.id } })
  return profile.id
}

/** The payload's alternative names for name, date, phone and address (onboarding §7.1). */
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
  const { document, correction } = useJourney()
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
        {shownSlots.map((slot) => {
          const stored = document(slot)
          return stored && isReadingShown(correction, slot) ? (
            <ReadingBanner key={slot} document={stored} values={values} />
          ) : null
        })}
      </ReviewSection>
      <TypeAndRisk userType={values.userType} />
    </>
  )
}

/** What the review calls the fields that may differ. */
const FIELD_NOUNS: Partial<Record<ReadField, string>> = {
  givenNames: 'name',
  surname: 'name',
  name: 'name',
  birthDate: 'date of birth',
  address: 'address',
  issuedOn: 'issue date',
  expiresOn: 'expiry date',
  number: 'document number',
  nationality: 'nationality',
}
const LIST = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/**
 * Before a document is sent: what was read on it that rules it out, or differs from what was typed or from another
 * part of it and wasn't answered, with the way to its screen. Submit stays open, because software may have misread it.
 */
function ReadingBanner({ document, values }: { document: StoredDocument; values: FormValues }) {
  const slot = document.documentType
  const reading = useOwnReading(document.id)
  const read = reading?.values ?? []
  const problem = readDateProblem(slot, document, read, londonDate(new Date()))
  const isAsked = !isReadingAnswered(document.id) && !looksLikeFront(slot, values.docType, read)
  const differing = isAsked ? differingValues(read, typedValues(document, declaredIn(values))) : []
  const nounsOf = (values: readonly ReadValue[]) =>
    new Set(values.flatMap(({ field }) => (field === problem?.field ? [] : (FIELD_NOUNS[field] ?? []))))
  const nouns = nounsOf(differing)
  // Of two sides that differ, the back says so.
  const disputed = nounsOf(
    isAsked ? read.filter(({ contradicted }) => contradicted && contradicted.by !== 'id-back') : [],
  )
  const date = problem ? FIELD_NOUNS[problem.field] : undefined
  if (!problem && nouns.size + disputed.size === 0) return null
  return (
    <Banner
      kind="warning"
      title={`${SLOT_LABELS[slot]}: check the ${LIST.format(new Set([...nouns, ...disputed, ...(date ? [date] : [])]))}`}
      className="mt-4"
      live
    >
      {problem ? `By the ${date} we read: ${problem.message} ` : null}
      {nouns.size > 0
        ? `The ${LIST.format(nouns)} we read on it ${nouns.size > 1 ? 'differ' : 'differs'} from what you typed. `
        : null}
      {disputed.size > 0 ? `Parts of the document don’t say the same ${LIST.format(disputed)}. ` : null}
      <StepLink step={stepOfField(slot)} change>
        Look again<span className="sr-only"> at your {SLOT_NOUNS[slot]}</span>
      </StepLink>
    </Banner>
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

import { Link, useNavigate } from '@tanstack/react-router'
import { useFormContext } from 'react-hook-form'
import type { z } from 'zod'
import { TRADER_CERTIFICATION_TYPE } from '#contract/account/user-types.ts'
import { SLOT_LABELS, SLOT_NOUNS } from '#contract/documents/documents.ts'
import { BusinessSubmission } from '#contract/onboarding/business.ts'
import { MANAGER_FIELDS, OWNER_FIELDS, REPRESENTATIVE_FIELDS } from '#contract/onboarding/business-people.ts'
import { BUSINESS_STEP_LABELS } from '#contract/onboarding/business-steps.ts'
import { businessProblems, missingBusinessFields } from '#domain/business/business-check.ts'
import { isBlank } from '#domain/business/business-fields.ts'
import { needsSeniorManager } from '#domain/business/ownership.ts'
import type { BirthRules } from '#domain/business/people-births.ts'
import { flagsForType, needsSelfCertification } from '#domain/onboarding/user-type.ts'
import type { Gap } from '#web/features/onboarding/journey/review-problems.tsx'
import { ChangeLink } from '#web/features/onboarding/journey/step-frame.tsx'
import { TypeAndRisk } from '#web/features/onboarding/steps/type-and-risk.tsx'
import { api } from '#web/lib/api.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { replayRiskAcceptance } from '#web/shared/certifications/risk-disclosure/risk-acceptance.ts'
import { documentPreview } from '#web/shared/documents/document-preview.ts'
import { type KeyValue, KeyValueList } from '#web/ui/key-value-list.tsx'
import { ReviewSection, ReviewThumbnails } from '#web/ui/review-section.tsx'
import { toast } from '#web/ui/toast.ts'
import { afterSubmission } from '../journey/after-submission.ts'
import { useJourney } from '../journey/journey.ts'
import { type Declaration, type ReviewedAnswers, ReviewForm } from '../journey/review-form.tsx'
import { withPerson } from './answer-names.ts'
import { askedOf, type BusinessValues } from './form-values.ts'
import { OwnershipWarning } from './ownership-warning.tsx'
import { placeOfField, stepOfField } from './steps-of-fields.ts'
import { companyLines, noOwnerLines, personLines, settlementLines } from './summary.tsx'

const NOT_GIVEN = 'Not given'

/** Both are required (onboarding §5.8). */
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

/** A company's last screen: its answers, and the two declarations. */
export function ReviewStep() {
  const { getValues } = useFormContext<BusinessValues>()
  const { applicant, riskAccepted, correction } = useJourney()
  const navigate = useNavigate()

  const handleSubmitted = async (profileId: number) => {
    toast({ kind: 'success', title: 'Business Profile Submitted', replacesAll: true })
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
      lineOfField={withPerson}
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
      <Link to="/terms" target="_blank" rel="noreferrer">
        terms of service
      </Link>{' '}
      and the{' '}
      <Link to="/privacy" target="_blank" rel="noreferrer">
        privacy policy
      </Link>{' '}
      before you submit.
    </p>
  )
}

/** Everything still missing or inconsistent, in the order of the journey (onboarding §5.9). */
function reviewGaps(values: BusinessValues, riskAccepted: boolean, mayOmit?: BirthRules['mayOmit']): Gap[] {
  const labels = new Map<string, string>(
    missingBusinessFields(values).map(({ field, label }) => [field, label]),
  )
  const gaps = Object.entries(businessProblems(values, { mayOmit }))
    .sort(([left], [right]) => placeOfField(left).localeCompare(placeOfField(right)))
    .map(([path, message]) => ({
      key: path,
      label: labels.get(path) ?? withPerson(path, message),
      step: stepOfField(path),
    }))
  if (riskAccepted) return gaps
  const step = 'risk-disclosure'
  return [{ key: step, label: BUSINESS_STEP_LABELS[step], step }, ...gaps]
}

type SubmittedBusiness = z.output<typeof BusinessSubmission>

/**
 * Submits the company; returns its profile's id. A risk acceptance the server missed is sent first, because the
 * server refuses a submission without one. Throws ApiError. Idempotent.
 */
async function submitCompany(submission: ReviewedAnswers<SubmittedBusiness>): Promise<number> {
  const { applicant, answers, riskAccepted, captchaToken, draftRevision } = submission
  const { userId, auth0Id } = applicant
  await replayRiskAcceptance(userId)
  const { profile } = await api('POST /api/onboarding/business', {
    body: {
      ...answers,
      userId,
      auth0Id,
      ...flagsForType(answers.userType),
      riskDisclosureAccepted: riskAccepted,
      tradeCertificationType: needsSelfCertification(answers.userType)
        ? TRADER_CERTIFICATION_TYPE
        : undefined,
      captchaToken,
      draftRevision,
      declarations: { accurate: true, authorised: true },
    },
  })
  return profile.id
}

/** The answers in groups, each with one link that changes it and returns here. */
function ReviewAnswers() {
  const values = useFormContext<BusinessValues>().getValues()
  return (
    <>
      <ReviewSection
        title="Company Information"
        change={<ChangeLink step="company" what="company information" />}
      >
        <KeyValueList look="answers" items={companyLines(values)} missing={NOT_GIVEN} />
        <ExtraDocument />
      </ReviewSection>
      <ReviewSection title="Settlement" change={<ChangeLink step="settlement" what="settlement" />}>
        <KeyValueList look="answers" items={settlementLines(values)} missing={NOT_GIVEN} />
      </ReviewSection>
      <ReviewSection title="Beneficial Owners" change={<ChangeLink step="owners" what="beneficial owners" />}>
        {values.beneficialOwners.map((owner, index) => (
          <Person
            key={owner.id}
            title={`Beneficial owner ${index + 1}`}
            items={personLines(OWNER_FIELDS, owner)}
          />
        ))}
        <OwnershipWarning owners={values.beneficialOwners} />
        {values.beneficialOwners.length === 0 ? (
          <KeyValueList look="answers" items={noOwnerLines(values)} missing="Not answered" />
        ) : null}
        {needsSeniorManager(values) ? (
          <Person title="Senior managing person" items={personLines(MANAGER_FIELDS, values.seniorManager)} />
        ) : null}
      </ReviewSection>
      <ReviewSection
        title="Representatives"
        change={<ChangeLink step="representatives" what="representatives" />}
      >
        <Person
          title="Primary representative"
          items={personLines(REPRESENTATIVE_FIELDS, values.primaryRepresentative)}
        />
        {isBlank(values.secondaryRepresentative) ? null : (
          <Person
            title="Secondary representative"
            items={personLines(REPRESENTATIVE_FIELDS, values.secondaryRepresentative)}
          />
        )}
      </ReviewSection>
      <TypeAndRisk userType={values.userType} />
    </>
  )
}

function Person({ title, items }: { title: string; items: readonly KeyValue[] }) {
  return (
    <>
      <h3 className="mt-5 text-base/6 [div:first-child+&]:mt-3.5">{title}</h3>
      <KeyValueList look="answers" items={items} missing={NOT_GIVEN} />
    </>
  )
}

function ExtraDocument() {
  const stored = useJourney().document('other')
  if (!stored) return null
  return (
    <ReviewThumbnails
      items={[
        {
          id: 'other',
          name: SLOT_LABELS.other,
          caption: SLOT_LABELS.other,
          src: documentPreview(stored),
          alt: `Your ${SLOT_NOUNS.other}`,
        },
      ]}
    />
  )
}

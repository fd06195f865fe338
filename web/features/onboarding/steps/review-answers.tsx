import { Link } from '@tanstack/react-router'
import { useFormContext } from 'react-hook-form'
import { type ConsumerSlot, DOC_TYPE_LABELS } from '#contract/documents.ts'
import type { ConsumerStep } from '#contract/onboarding-steps.ts'
import { USER_TYPE_CARDS } from '#contract/user-types.ts'
import { requiredSlots } from '#domain/document-requirements.ts'
import { needsSelfCertification } from '#domain/user-type.ts'
import { formatDate } from '#web/lib/dates.ts'
import { paths } from '#web/lib/paths.ts'
import { SESSION_KEYS } from '#web/lib/storage-keys.ts'
import { documentPreview } from '#web/parts/documents/document-upload.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { ReviewSection, ReviewThumbnails } from '#web/ui/review-section.tsx'
import type { FormValues } from '../form-values.ts'
import { useJourney } from '../journey.ts'
import { stepSearch } from '../reachability.ts'
import { stepOfField } from '../review-gaps.ts'
import { detailLines } from '../summary.tsx'

const CAPTIONS: Readonly<Record<ConsumerSlot, string>> = {
  'id-front': 'ID front',
  'id-back': 'ID back',
  selfie: 'Selfie',
  'proof-of-address': 'Proof of address',
}

/** The answers in groups, each with the one link that changes it and comes back here. */
export function ReviewAnswers() {
  const { getValues } = useFormContext<FormValues>()
  const { answers, document } = useJourney()
  const values = getValues()
  const { docType } = values
  const thumbnails = requiredSlots(docType).map((slot) => {
    const stored = document(slot)
    return {
      id: slot,
      caption: <Caption slot={slot} />,
      src: stored && documentPreview(stored),
      alt: stored ? `Your picture: ${stored.fileName}` : '',
      ...(!stored && { text: 'Missing' }),
    }
  })
  return (
    <>
      <ReviewSection
        title="Personal Details"
        change={<Change step="personal-details" what="personal details" />}
      >
        <KeyValueList items={detailLines(values)} />
      </ReviewSection>
      <ReviewSection title="Documents" change={<Change step="id-document" what="documents" />}>
        <KeyValueList items={[{ label: 'Document type', value: docType && DOC_TYPE_LABELS[docType] }]} />
        <ReviewThumbnails items={thumbnails} />
      </ReviewSection>
      <ReviewSection title="User type and risk" change={<Change step="user-type" what="user type" />}>
        <KeyValueList items={[...typeLines(values), riskLine(answers.riskAccepted)]} />
      </ReviewSection>
    </>
  )
}

/** The one Change link of the documents leads to the first of them; each picture leads to its own screen. */
function Caption({ slot }: { slot: ConsumerSlot }) {
  const { mending } = useJourney()
  if (mending && !mending.isEditable(slot)) return CAPTIONS[slot]
  return (
    <Link
      className="inline-block py-0.5"
      to={paths.consumerOnboarding()}
      search={stepSearch(stepOfField(slot), true)}
    >
      <span className="sr-only">Change </span>
      {CAPTIONS[slot]}
    </Link>
  )
}

function Change({ step, what }: { step: ConsumerStep; what: string }) {
  return (
    <Link to={paths.consumerOnboarding()} search={stepSearch(step, true)}>
      Change<span className="sr-only"> {what}</span>
    </Link>
  )
}

function typeLines({ userType }: FormValues) {
  const noun = USER_TYPE_CARDS.find((card) => card.id === userType)?.noun
  const lines = [{ label: 'User type', value: noun }]
  if (!userType || !noun || !needsSelfCertification(userType)) return lines
  const article = noun.startsWith('I') ? 'an' : 'a'
  const certification = (
    <>
      Not certified yet
      <br />
      <span className="text-sm text-ink-3">
        You certify yourself as {article} {noun.toLowerCase()} after you submit.
      </span>
    </>
  )
  return [...lines, { label: 'Certification', value: certification }]
}

function riskLine(isAccepted: boolean) {
  const date = sessionStorage.getItem(SESSION_KEYS.riskDisclosureDate)
  const accepted = date ? `Accepted on ${formatDate(date)}` : 'Accepted'
  return { label: 'Risk disclosure', value: isAccepted ? accepted : null, missing: 'Not accepted yet' }
}

import { useFormContext } from 'react-hook-form'
import { type ConsumerSlot, DOC_TYPE_LABELS } from '#contract/documents.ts'
import { requiredSlots } from '#domain/cases/document-requirements.ts'
import { documentPreview } from '#web/parts/documents/document-upload.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { ReviewSection, ReviewThumbnails } from '#web/ui/review-section.tsx'
import { useJourney } from '../journey/journey.ts'
import { ChangeLink, StepLink } from '../journey/step-link.tsx'
import { TypeAndRisk } from '../steps/type-and-risk.tsx'
import type { FormValues } from './form-values.ts'
import { stepOfField } from './review-gaps.ts'
import { detailLines } from './summary.tsx'

const CAPTIONS: Readonly<Record<ConsumerSlot, string>> = {
  'id-front': 'ID front',
  'id-back': 'ID back',
  selfie: 'Selfie',
  'proof-of-address': 'Proof of address',
}

/** The answers in groups, each with the one link that changes it and comes back here. */
export function ReviewAnswers() {
  const { getValues } = useFormContext<FormValues>()
  const { document } = useJourney()
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
        change={<ChangeLink step="personal-details" what="personal details" />}
      >
        <KeyValueList items={detailLines(values)} />
      </ReviewSection>
      <ReviewSection title="Documents" change={<ChangeLink step="id-document" what="documents" />}>
        <KeyValueList items={[{ label: 'Document type', value: docType && DOC_TYPE_LABELS[docType] }]} />
        <ReviewThumbnails items={thumbnails} />
      </ReviewSection>
      <TypeAndRisk userType={values.userType} />
    </>
  )
}

/** The one Change link of the documents leads to the first of them; each picture leads to its own screen. */
function Caption({ slot }: { slot: ConsumerSlot }) {
  const { correction } = useJourney()
  if (correction && !correction.isEditable(slot)) return CAPTIONS[slot]
  return (
    <StepLink className="inline-block py-0.5" step={stepOfField(slot)} change>
      <span className="sr-only">Change </span>
      {CAPTIONS[slot]}
    </StepLink>
  )
}

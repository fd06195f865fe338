import { useFormContext } from 'react-hook-form'
import { DOC_TYPE_LABELS, type DocumentSlot, documentType } from '#contract/documents/documents.ts'
import { countedSlots, isOptionalSlot } from '#domain/cases/document-requirements.ts'
import { documentPreview } from '#web/shared/documents/document-upload.tsx'
import { formLines } from '#web/shared/verification/answer-lines.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { ReviewSection, ReviewThumbnails } from '#web/ui/review-section.tsx'
import { useJourney } from '../journey/journey.ts'
import { ChangeLink, StepLink } from '../journey/step-link.tsx'
import { TypeAndRisk } from '../steps/type-and-risk.tsx'
import { type FormValues, textOf } from './form-values.ts'
import { stepOfField } from './review-gaps.ts'

/** The answers in groups, each with the one link that changes it and comes back here. */
export function ReviewAnswers() {
  const { getValues } = useFormContext<FormValues>()
  const { document } = useJourney()
  const values = getValues()
  const { docType } = values
  const shownSlots = countedSlots(docType).filter((slot) => !isOptionalSlot(slot) || document(slot))
  const thumbnails = shownSlots.map((slot) => {
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
        <KeyValueList items={formLines((name) => textOf(values, name))} />
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
function Caption({ slot }: { slot: DocumentSlot }) {
  const { correction } = useJourney()
  const { short } = documentType(slot)
  if (correction && !correction.isEditable(slot)) return short
  return (
    <StepLink className="inline-block py-0.5" step={stepOfField(slot)} change>
      <span className="sr-only">Change </span>
      {short}
    </StepLink>
  )
}

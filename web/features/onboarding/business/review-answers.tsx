import { useFormContext } from 'react-hook-form'
import { MANAGER_FIELDS, OWNER_FIELDS, REPRESENTATIVE_FIELDS } from '#contract/onboarding/business-people.ts'
import { isBlank } from '#domain/business/business-fields.ts'
import { needsSeniorManager } from '#domain/business/ownership.ts'
import { documentPreview } from '#web/shared/documents/document-upload.tsx'
import { type KeyValue, KeyValueList } from '#web/ui/key-value-list.tsx'
import { ReviewSection, ReviewThumbnails } from '#web/ui/review-section.tsx'
import { useJourney } from '../journey/journey.ts'
import { ChangeLink } from '../journey/step-link.tsx'
import { TypeAndRisk } from '../steps/type-and-risk.tsx'
import type { BusinessValues } from './form-values.ts'
import { companyLines, noOwnerLines, personLines, settlementLines } from './summary.tsx'

const NOT_GIVEN = 'Not given'

/** The answers in groups, each with the one link that changes it and comes back here. */
export function ReviewAnswers() {
  const values = useFormContext<BusinessValues>().getValues()
  return (
    <>
      <ReviewSection
        title="Company Information"
        change={<ChangeLink step="company" what="company information" />}
      >
        <KeyValueList items={companyLines(values)} missing={NOT_GIVEN} />
        <ExtraDocument />
      </ReviewSection>
      <ReviewSection title="Settlement" change={<ChangeLink step="settlement" what="settlement" />}>
        <KeyValueList items={settlementLines(values)} missing={NOT_GIVEN} />
      </ReviewSection>
      <ReviewSection title="Beneficial Owners" change={<ChangeLink step="owners" what="beneficial owners" />}>
        {values.beneficialOwners.map((owner, index) => (
          <Person
            key={owner.id}
            title={`Beneficial owner ${index + 1}`}
            items={personLines(OWNER_FIELDS, owner)}
          />
        ))}
        {values.beneficialOwners.length === 0 ? (
          <KeyValueList items={noOwnerLines(values)} missing="Not answered" />
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
      <h3 className="rv-p">{title}</h3>
      <KeyValueList items={items} missing={NOT_GIVEN} />
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
          caption: 'Additional document',
          src: documentPreview(stored),
          alt: `Your picture: ${stored.fileName}`,
        },
      ]}
    />
  )
}

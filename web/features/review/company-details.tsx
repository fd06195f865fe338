import type { BusinessProfile } from '#contract/onboarding/business.ts'
import { fieldsToRead } from '#contract/onboarding/business-fields.ts'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { formatDate } from '#web/lib/dates.ts'
import { userTypeNoun } from '#web/shared/directory/user-type-noun.ts'
import { staffLines } from '#web/shared/verification/company-lines.tsx'
import { CaseDetails } from './case-details.tsx'
import { hasDocuments } from './selected-document.ts'

/** The registration of a company as it was entered, and how its case stands. */
export function CompanyDetails({
  company,
  reviewCase,
}: {
  company: BusinessProfile
  reviewCase: ReviewCase | null
}) {
  const registration = staffLines(company, 'registration')
  const address = fieldsToRead('staff', 'registration').indexOf('registeredAddress')
  return (
    <CaseDetails
      id="company-details"
      title="Company"
      reviewCase={reviewCase}
      createdAt={company.created_at}
      rows={[
        ...registration.slice(0, address),
        // The day on which the company was first handed in here; the register's own date is not asked for.
        { label: 'Registered date', value: formatDate(company.created_at) },
        ...registration.slice(address),
        { label: 'User type', value: company.user_type ? userTypeNoun(company.user_type) : null },
        ...(reviewCase && !hasDocuments(reviewCase.items)
          ? [{ label: 'Additional document', value: null, missing: 'None' }]
          : []),
      ]}
    />
  )
}

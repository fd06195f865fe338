import type { BusinessProfile } from '#contract/onboarding/business.ts'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { taxNumberText } from '#domain/business/business-parts.ts'
import { countryName } from '#domain/country-names.ts'
import { formatDate } from '#web/lib/dates.ts'
import { userTypeNoun } from '#web/shared/directory/user-type-noun.ts'
import { EmailText } from '#web/ui/email-text.tsx'
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
  return (
    <CaseDetails
      id="company-details"
      title="Company"
      reviewCase={reviewCase}
      createdAt={company.created_at}
      rows={[
        { label: 'Legal name', value: company.legal_name },
        { label: 'Company number', value: company.company_number },
        { label: 'Tax number', value: taxNumberText(company.tax_number, company.registration_country) },
        // The day on which the company was first handed in here; the register's own date is not asked for.
        { label: 'Registered date', value: formatDate(company.created_at) },
        {
          label: 'Registered address',
          value: <span className="whitespace-pre-line">{company.registered_address}</span>,
        },
        { label: 'Country of registration', value: countryName(company.registration_country) },
        { label: 'Email', value: company.email ? <EmailText address={company.email} /> : null },
        { label: 'User type', value: company.user_type ? userTypeNoun(company.user_type) : null },
        ...(reviewCase && !hasDocuments(reviewCase.items)
          ? [{ label: 'Additional document', value: null, missing: 'None' }]
          : []),
      ]}
    />
  )
}

import type { BusinessProfile } from '#contract/onboarding/business.ts'
import { countryName } from '#domain/country-names.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'

/** Where a company settles: its registry, its bank, and whom to ask. None of it has to be given (onboarding §5). */
export function CompanySettlement({ company }: { company: BusinessProfile }) {
  const { bank_name: bank, settlement_contact_email: email } = company
  return (
    <Card aria-labelledby="company-settlement">
      <CardHeader id="company-settlement" title="Registry and settlement" />
      <CardBody className="py-2">
        <KeyValueList
          missing="Not given"
          items={[
            { label: 'Registry', value: company.registry_name },
            { label: 'Registry account', value: company.registry_account },
            { label: 'Bank', value: bank },
            { label: 'Country of the bank', value: bank && countryName(company.bank_country) },
            { label: 'Account number', value: company.bank_account_number },
            { label: 'Sort code', value: company.bank_sort_code },
            { label: 'Contact', value: company.settlement_contact_name },
            { label: 'Contact email', value: email && <EmailText address={email} /> },
            { label: 'Contact phone', value: company.settlement_contact_phone },
          ]}
        />
      </CardBody>
    </Card>
  )
}

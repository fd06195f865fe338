import { type BusinessProfile, NO_UBO_REASON_LABELS } from '#contract/onboarding/business.ts'
import { countryName } from '#domain/country-names.ts'
import { formatBirth } from '#web/lib/dates.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { DataTable, Td, Th } from '#web/ui/data-table.tsx'
import { type KeyValue, KeyValueList } from '#web/ui/key-value-list.tsx'

/** Who owns a company, or why no one is named and who stands in their place (choices §4). */
export function CompanyOwners({ company }: { company: BusinessProfile }) {
  return (
    <Card aria-labelledby="company-owners">
      <CardHeader id="company-owners" title="Beneficial owners" />
      {company.beneficialOwners.length > 0 ? (
        <OwnerTable owners={company.beneficialOwners} />
      ) : (
        <CardBody className="py-2">
          <KeyValueList items={withoutOwners(company)} />
        </CardBody>
      )}
    </Card>
  )
}

function OwnerTable({ owners }: { owners: BusinessProfile['beneficialOwners'] }) {
  return (
    <DataTable
      caption="Beneficial owners"
      head={['Name', 'Date of birth', 'Nationality', 'Country of residence', 'Ownership'].map((head) => (
        <Th key={head}>{head}</Th>
      ))}
    >
      {owners.map((owner) => (
        <tr key={owner.id}>
          <Td head label="Name" className="wrap-anywhere">
            {owner.full_name}
          </Td>
          <Td label="Date of birth" className="whitespace-nowrap tabular-nums">
            {formatBirth(owner.birth_date, 'Not given')}
          </Td>
          <Td label="Nationality">{countryName(owner.nationality)}</Td>
          <Td label="Country of residence">{countryName(owner.residence_country)}</Td>
          <Td label="Ownership" className="tabular-nums">
            {owner.ownership_percent.toFixed(2)}%
          </Td>
        </tr>
      ))}
    </DataTable>
  )
}

function withoutOwners({ no_ubo_reason, seniorManager }: BusinessProfile): KeyValue[] {
  const rows: KeyValue[] = [
    { label: 'No beneficial owner', value: no_ubo_reason && NO_UBO_REASON_LABELS[no_ubo_reason] },
  ]
  if (seniorManager)
    rows.push(
      { label: 'Senior managing person', value: seniorManager.full_name },
      { label: 'Date of birth', value: formatBirth(seniorManager.birth_date, 'Not given') },
      { label: 'Nationality', value: countryName(seniorManager.nationality) },
      { label: 'Country of residence', value: countryName(seniorManager.residence_country) },
    )
  return rows
}

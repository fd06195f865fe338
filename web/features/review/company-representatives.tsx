import type { BusinessProfile } from '#contract/onboarding/business.ts'
import { formatBirth } from '#web/lib/dates.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { DataTable, Td, Th, YesNo } from '#web/ui/data-table.tsx'
import { EmailText } from '#web/ui/email-text.tsx'

/** Who acts for a company. */
export function CompanyRepresentatives({ company }: { company: BusinessProfile }) {
  return (
    <Card aria-labelledby="company-representatives">
      <CardHeader id="company-representatives" title="Representatives" />
      <DataTable
        caption="Representatives"
        head={['Name', 'Date of birth', 'Title', 'Powers', 'Email', 'Primary'].map((head) => (
          <Th key={head}>{head}</Th>
        ))}
      >
        {company.representatives.map((representative) => (
          <tr key={representative.id}>
            <Td head label="Name" className="wrap-anywhere">
              {representative.name}
            </Td>
            <Td label="Date of birth" className="whitespace-nowrap tabular-nums">
              {formatBirth(representative.birth_date, 'Not given')}
            </Td>
            <Td label="Title" className="wrap-anywhere">
              {representative.title ?? 'N/A'}
            </Td>
            <Td label="Powers" className="wrap-anywhere">
              {representative.powers ?? 'N/A'}
            </Td>
            <Td label="Email" className="wrap-anywhere">
              <EmailText address={representative.email} />
            </Td>
            <Td label="Primary">
              <YesNo value={representative.is_primary} />
            </Td>
          </tr>
        ))}
      </DataTable>
    </Card>
  )
}

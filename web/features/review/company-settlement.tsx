import type { BusinessProfile } from '#contract/onboarding/business.ts'
import { staffLines } from '#web/shared/verification/company-lines.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'

/** Where a company settles: its registry, its bank, and whom to ask. None of it has to be given (onboarding §5). */
export function CompanySettlement({ company }: { company: BusinessProfile }) {
  return (
    <Card aria-labelledby="company-settlement">
      <CardHeader id="company-settlement" title="Registry and settlement" />
      <CardBody className="py-2">
        <KeyValueList missing="Not given" items={staffLines(company, 'settlement')} />
      </CardBody>
    </Card>
  )
}

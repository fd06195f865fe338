import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { useNow } from '#web/shared/cases/use-now.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { type KeyValue, KeyValueList } from '#web/ui/key-value-list.tsx'
import { CaseBadges } from './case-badges.tsx'
import { caseRows } from './case-rows.ts'

/** What was entered, followed by how its case stands. */
export function CaseDetails({
  id,
  title,
  reviewCase,
  createdAt,
  rows,
}: {
  id: string
  title: string
  reviewCase: ReviewCase | null
  createdAt: string
  rows: readonly KeyValue[]
}) {
  const now = useNow()
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} title={title}>
        <CaseBadges reviewCase={reviewCase} />
      </CardHeader>
      <CardBody className="py-2">
        <KeyValueList items={[...rows, ...caseRows(reviewCase, createdAt, now)]} />
      </CardBody>
    </Card>
  )
}

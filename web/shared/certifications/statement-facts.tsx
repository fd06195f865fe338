import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import Clock from 'lucide-react/icons/clock'
import Download from 'lucide-react/icons/download'
import { INVESTOR_CERTIFICATION_TYPE, type InvestorRules } from '#contract/certifications/investor-rules.ts'
import { formatDate } from '#web/lib/dates.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { StatusBadge, type StatusLook } from '#web/ui/status-badge.tsx'
import { useCertification } from './certification-context.ts'
import type { HeldStatement } from './held-statement.ts'

export const CERTIFICATION_LOOKS: Readonly<Record<CertificationState, StatusLook>> = {
  accepted: { label: 'Accepted', family: 'green', icon: CircleCheck },
  certified: { label: 'Certified', family: 'green', icon: CircleCheck },
  pending_acceptance: { label: 'Pending Acceptance', family: 'yellow', icon: Clock },
  required: { label: 'Required', family: 'yellow', icon: Clock },
  expired: { label: 'Expired', family: 'yellow', icon: Clock },
  not_certified: { label: 'Not Certified', family: 'neutral', icon: CircleDashed },
  not_selected: { label: 'Not Selected', family: 'neutral', icon: CircleDashed },
}

/** A signed statement's summary: category, dates, and the document itself. */
export function StatementFacts({ statement, rules }: { statement: HeldStatement; rules: InvestorRules }) {
  const { isPage } = useCertification()
  const hasExpired = statement.standing === 'expired'
  return (
    <Card className="mt-6" aria-labelledby="held-statement">
      <CardHeader id="held-statement" title="Your statement" level={isPage ? 2 : 3}>
        <StatusBadge look={CERTIFICATION_LOOKS[hasExpired ? 'expired' : 'certified']} />
      </CardHeader>
      <CardBody className="py-2">
        <KeyValueList
          items={[
            { label: 'Category', value: rules.titles[statement.category] },
            { label: 'Signed', value: formatDate(statement.signedAt) },
            { label: hasExpired ? 'Expired' : 'Expires', value: formatDate(statement.expiresAt, 'Never') },
          ]}
        />
      </CardBody>
      {statement.url ? (
        <CardBody className="pt-0">
          <a className={buttonClass()} href={statement.url} download={`${INVESTOR_CERTIFICATION_TYPE}.pdf`}>
            <Download />
            Download your statement (PDF)
          </a>
        </CardBody>
      ) : null}
    </Card>
  )
}

/** How much someone has accepted and signed. */
export type CertificationState =
  | 'accepted'
  | 'certified'
  | 'pending_acceptance'
  | 'required'
  | 'expired'
  | 'not_certified'
  | 'not_selected'

import FileBadge from 'lucide-react/icons/file-badge'
import { type Certification, USER_TYPE_SELECTION } from '#contract/certifications/certifications.ts'
import { INVESTOR_CERTIFICATION_TYPE } from '#contract/certifications/investor-rules.ts'
import { RISK_DISCLOSURE } from '#contract/certifications/risk-disclosure.ts'
import { CATEGORY_NAMES } from '#domain/investors/answers-text.ts'
import { formatDate } from '#web/lib/dates.ts'
import { downloadDocument } from '#web/shared/documents/download-document.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { DataTable, Td, Th } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

type Props = {
  certifications: readonly Certification[]
  /** What the link to a signed statement does: its signer downloads it, a reviewer opens it. */
  statement: 'download' | 'open'
}

/** Everything someone has accepted and signed, including earlier ones. */
export function CertificationHistory({ certifications, statement }: Props) {
  return (
    <Card aria-labelledby="certification-history">
      <CardHeader id="certification-history" title="Certification History" />
      {certifications.length === 0 ? (
        <CardBody>
          <EmptyState icon={FileBadge} title="No certifications found." />
        </CardBody>
      ) : (
        <DataTable
          caption="Certification History"
          head={
            <>
              <Th>Certification</Th>
              <Th>Type</Th>
              <Th>Accepted On</Th>
              <Th>Expires</Th>
              <Th hidden>Statement</Th>
            </>
          }
        >
          {certifications.map((certification) => (
            <tr key={certification.id}>
              <Td head label="Certification">
                {certificationName(certification)}
                {certification.status === 'current' ? null : (
                  <span className="text-ink-3">
                    {' '}
                    ({certification.status === 'expired' ? 'expired' : 'replaced'})
                  </span>
                )}
                {certification.text_confirmed === false ? (
                  <span className="block text-sm text-ink-3">Text not confirmed</span>
                ) : null}
              </Td>
              <Td label="Type">{certificationType(certification)}</Td>
              <Td label="Accepted On">{formatDate(certification.acknowledged_at)}</Td>
              <Td label="Expires">{formatDate(certification.expires_at, 'Never')}</Td>
              <Td action>
                {certification.statement_url ? (
                  <StatementLink
                    url={certification.statement_url}
                    name={certificationName(certification)}
                    statement={statement}
                  />
                ) : null}
              </Td>
            </tr>
          ))}
        </DataTable>
      )}
    </Card>
  )
}

function StatementLink({ url, name, statement }: { url: string; name: string } & Pick<Props, 'statement'>) {
  if (statement === 'download')
    return (
      <a href={`${url}?download=1`} download onClick={(event) => void downloadDocument(event)}>
        Download<span className="sr-only"> {name}</span>
      </a>
    )
  return (
    <a href={url} target="_blank" rel="noreferrer">
      View statement<span className="sr-only"> {name} (opens in a new tab)</span>
    </a>
  )
}

type Named = Pick<Certification, 'certification_name' | 'certification_type' | 'investor_category'>

/** A certification's name in the history; an unlisted one has its own name. */
function certificationName(certification: Named): string {
  if (certification.investor_category) return CATEGORY_NAMES[certification.investor_category]
  if (
    certification.certification_name === RISK_DISCLOSURE.name ||
    certification.certification_name === RISK_DISCLOSURE.alias
  )
    return 'Risk disclosure'
  if (certification.certification_name === USER_TYPE_SELECTION) return 'User type selection'
  return certification.certification_name
}

/** A certification's kind, as a label. */
function certificationType(certification: Named): string {
  switch (certification.certification_type) {
    case INVESTOR_CERTIFICATION_TYPE:
      return 'Investor category'
    case RISK_DISCLOSURE.type:
      return 'Disclosure'
    case USER_TYPE_SELECTION:
      return 'Classification'
    default:
      return certification.certification_type
  }
}

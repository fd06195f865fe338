import FileBadge from 'lucide-react/icons/file-badge'
import type { Certification } from '#contract/certifications/certifications.ts'
import { formatDate } from '#web/lib/dates.ts'
import { downloadDocument } from '#web/shared/documents/download-document.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { DataTable, Td, Th } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { certificationName, certificationType } from './certification-text.ts'

type Props = {
  certifications: readonly Certification[]
  /** What is done with a signed statement: its signer keeps it, a reviewer reads it. */
  statement: 'download' | 'open'
}

/** What someone has accepted and signed, former ones too (account-admin §2, Certifications). */
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

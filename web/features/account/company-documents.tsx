import { useQuery } from '@tanstack/react-query'
import { formatDate } from '#web/lib/dates.ts'
import { ownDocumentsQuery } from '#web/shared/documents/own-documents.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RowList } from '#web/ui/row-list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DocumentLinks } from './document-links.tsx'
import { PanelFailed } from './panel-failed.tsx'

/** What was given as evidence of the company; it is exchanged in its onboarding. */
export function CompanyDocuments() {
  const query = useQuery(ownDocumentsQuery)
  const given = query.data?.documents.filter(({ kind }) => kind === 'business')
  return (
    <Card aria-labelledby="company-documents">
      <CardHeader id="company-documents" title="Your company’s documents" />
      <CardBody>
        {given?.length ? (
          <RowList>
            {given.map(({ id, fileName, uploadedAt, documentUrl }) => (
              <li key={id}>
                <div className="min-w-0">
                  <p className="wrap-anywhere">{fileName}</p>
                  <p className="text-sm text-ink-3">Uploaded on {formatDate(uploadedAt)}.</p>
                </div>
                <span className="text-sm">
                  <DocumentLinks url={documentUrl} name={fileName} />
                </span>
              </li>
            ))}
          </RowList>
        ) : given ? (
          <EmptyState title="No documents added" />
        ) : query.isError ? (
          <PanelFailed query={query} />
        ) : (
          <Skeleton height={64} />
        )}
      </CardBody>
    </Card>
  )
}

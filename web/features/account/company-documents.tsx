import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '#web/lib/dates.ts'
import { downloadDocument } from '#web/shared/documents/download-document.ts'
import { ownDocumentsQuery } from '#web/shared/documents/own-documents.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import { RowList } from '#web/ui/row-list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PanelFailed } from './panel-failed.tsx'

/** The company's evidence as submitted; it can only be replaced in the company's onboarding. */
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

const DocumentDialog = lazyOverlay(() => import('./document-dialog.tsx'), 'DocumentDialog')

/** Links to view a stored document page by page, and to download the untouched original. */
export function DocumentLinks({ url, name }: { url: string; name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="link" onClick={() => setOpen(true)}>
        View<span className="sr-only"> {name}</span>
      </button>{' '}
      ·{' '}
      <a href={`${url}?download=1`} download onClick={(event) => void downloadDocument(event)}>
        Download<span className="sr-only"> {name}</span>
      </a>
      {isOpen ? <DocumentDialog url={url} name={name} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { type DocumentSlot, SLOT_LABELS } from '#contract/documents/documents.ts'
import type { FormerDocument } from '#contract/documents/uploads.ts'
import { formatDate } from '#web/lib/dates.ts'
import { formerDocumentsQuery } from '#web/shared/documents/queries.ts'
import { DocumentLinks } from './document-links.tsx'
import { PanelFailed } from './panel-failed.tsx'

/** What others have taken the place of in a slot: kept until retention ends, and its owner's to read (choices §5). */
export function FormerVersions({ slot }: { slot: DocumentSlot }) {
  const query = useQuery(formerDocumentsQuery)
  if (query.isError && !query.data) return <PanelFailed query={query} />
  const versions =
    query.data?.documents.filter((version) => version.kind === 'consumer' && version.documentType === slot) ??
    []
  if (versions.length === 0) return null
  return (
    <section className="mt-6" aria-labelledby="former-versions">
      <h3 className="h4" id="former-versions">
        Former versions
        <span className="sr-only"> of {SLOT_LABELS[slot]}</span>
      </h3>
      <p className="mt-1 text-sm text-ink-3">We keep replaced files until the law lets us delete them.</p>
      <ul className="ac-sessions mt-1">
        {versions.map((version) => (
          <FormerVersion key={version.id} version={version} />
        ))}
      </ul>
    </section>
  )
}

function FormerVersion({ version }: { version: FormerDocument }) {
  return (
    <li>
      <div className="min-w-0">
        <p className="wrap-anywhere">{version.fileName}</p>
        <p className="text-sm text-ink-3">
          Uploaded on {formatDate(version.uploadedAt)}, replaced on {formatDate(version.replacedAt)}.
        </p>
      </div>
      <span className="text-sm">
        <DocumentLinks url={version.documentUrl} name={version.fileName} />
      </span>
    </li>
  )
}

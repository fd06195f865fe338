import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReviewItem } from '#contract/admin-cases.ts'
import { CONSUMER_SLOTS, type ConsumerSlot } from '#contract/documents.ts'
import { DocumentViewer } from '#web/ui/document-viewer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DocumentDates } from './document-dates.tsx'
import { DocumentStage } from './document-stage.tsx'
import type { StoredDocument } from './stored-document.ts'

const LABELS: Readonly<Record<ConsumerSlot, string>> = {
  'id-front': 'ID front',
  'id-back': 'ID back',
  selfie: 'Selfie',
  'proof-of-address': 'Proof of address',
}

/** The documents of a case one at a time; which one is in the address (design §7, Document viewer). */
export function DocumentPane({ items }: { items: readonly ReviewItem[] }) {
  const { document: asked } = useSearch({ strict: false })
  const navigate = useNavigate()
  const select = (document: string) =>
    void navigate({
      to: '.',
      search: (current) => ({ ...current, document }),
      replace: true,
      resetScroll: false,
    })
  const current = (slot: ConsumerSlot) => items.find((item) => item.item === slot)?.document ?? null
  const former = items.flatMap((item) => item.formerDocuments).find((one) => one.id === asked)
  const slot =
    CONSUMER_SLOTS.find((one) => one === (former?.documentType ?? asked)) ??
    CONSUMER_SLOTS.find((one) => current(one)) ??
    'id-front'
  const shown = former ?? current(slot)
  const title = former ? `${LABELS[slot]}, former version` : LABELS[slot]
  const documents = CONSUMER_SLOTS.map((id) => {
    const document = current(id)
    return { id, label: LABELS[id], thumbnailUrl: thumbnailOf(document), missing: document === null }
  })
  const frame = { documents, value: slot, onValueChange: select }
  return (
    <div className="col">
      {shown ? (
        <DocumentStage key={shown.id} title={title} document={shown} frame={frame} />
      ) : (
        <DocumentViewer {...frame} toolbar={<MissingToolbar title={title} />}>
          <EmptyState title="Missing">The applicant has not uploaded this document.</EmptyState>
        </DocumentViewer>
      )}
      {shown && !former ? <DocumentDates key={shown.id} title={title} document={shown} /> : null}
    </div>
  )
}

function MissingToolbar({ title }: { title: string }) {
  return (
    <div className="vw-b">
      <h2 className="h4">{title}</h2>
    </div>
  )
}

function thumbnailOf(document: StoredDocument | null): string | null {
  return document?.mime.startsWith('image/') ? document.documentUrl : null
}

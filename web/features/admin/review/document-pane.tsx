import { useNavigate, useSearch } from '@tanstack/react-router'
import { DocumentViewer } from '#web/ui/document-viewer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DocumentStage } from './document-stage.tsx'
import {
  CASE_SLOTS,
  currentDocument,
  type DocumentedCase,
  SHORT_LABELS,
  selectedDocument,
  wordsWithoutFile,
} from './selected-document.ts'
import type { StoredDocument } from './stored-document.ts'

/** The documents of a case one at a time; which one is in the address (design §7, Document viewer). */
export function DocumentPane({ one }: { one: DocumentedCase }) {
  const { document: asked } = useSearch({ strict: false })
  const navigate = useNavigate()
  const select = (document: string) =>
    void navigate({
      to: '.',
      search: (current) => ({ ...current, document }),
      replace: true,
      resetScroll: false,
    })
  const { slot, title, document } = selectedDocument(one, asked)
  const documents = CASE_SLOTS[one.kind].map((id) => {
    const current = currentDocument(one.items, id)
    const without = current ? undefined : wordsWithoutFile(one.items, id).title
    return { id, label: SHORT_LABELS[id], thumbnailUrl: thumbnailOf(current), without }
  })
  const frame = { documents, value: slot, onValueChange: select }
  if (document) return <DocumentStage key={document.id} title={title} document={document} frame={frame} />
  const without = wordsWithoutFile(one.items, slot)
  return (
    <DocumentViewer {...frame} toolbar={<MissingToolbar title={title} />}>
      <EmptyState title={without.title}>{without.text}</EmptyState>
    </DocumentViewer>
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
  return document?.mime.startsWith('image/') ? `${document.documentUrl}?size=thumbnail` : null
}

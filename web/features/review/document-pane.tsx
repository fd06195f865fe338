import { useNavigate, useSearch } from '@tanstack/react-router'
import { documentType } from '#contract/documents/documents.ts'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { PageToolbar, usePageView } from '#web/shared/documents/page-toolbar.tsx'
import { DocumentViewer } from '#web/ui/document-viewer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DocumentStage } from './document-stage.tsx'
import { ReadingReason } from './reading-reason.tsx'
import { caseSlots, currentDocument, selectedDocument, textWithoutFile } from './selected-document.ts'
import type { CaseDocument } from './stored-document.ts'
import { useIsOver } from './use-is-over.ts'

/** The documents of a case one at a time; which one is in the address (design §7, Document viewer). */
export function DocumentPane({ userId, reviewCase }: { userId: number; reviewCase: ReviewCase }) {
  const { document: asked } = useSearch({ from: '/admin-shell/admin/users/$id' })
  const navigate = useNavigate()
  const select = (document: string) =>
    void navigate({
      to: '.',
      search: (current) => ({ ...current, document }),
      replace: true,
      resetScroll: false,
    })
  const { slot, title, document } = selectedDocument(reviewCase, asked)
  const documents = caseSlots(reviewCase).map((id) => {
    const current = currentDocument(reviewCase.items, id)
    const without = current ? undefined : textWithoutFile(reviewCase.items, id).title
    return { id, label: documentType(id).short, thumbnailUrl: thumbnailOf(current), without }
  })
  const [view, setView] = usePageView(document?.id)
  const without = textWithoutFile(reviewCase.items, slot)
  const isOver = useIsOver(reviewCase.documentsOpen?.until)
  const mayOpen = reviewCase.documentsOpen !== null && !isOver
  // One viewer for all of them: the tab that was pressed keeps the focus.
  return (
    <DocumentViewer
      documents={documents}
      value={slot}
      onValueChange={select}
      toolbar={
        document && mayOpen ? (
          <PageToolbar
            title={title}
            fileName={document.fileName}
            url={document.documentUrl}
            pages={document.pages ?? 1}
            view={view}
            onView={setView}
          />
        ) : (
          <MissingToolbar title={title} />
        )
      }
    >
      {document && !mayOpen ? (
        <ReadingReason userId={userId} reviewCase={reviewCase} documentId={document.id} />
      ) : document ? (
        <DocumentStage key={document.id} title={title} document={document} view={view} onView={setView} />
      ) : (
        <EmptyState title={without.title}>{without.text}</EmptyState>
      )}
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

function thumbnailOf(document: CaseDocument | null): string | null {
  return document?.mime.startsWith('image/') ? `${document.documentUrl}?size=thumbnail` : null
}

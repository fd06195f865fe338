import { useNavigate, useSearch } from '@tanstack/react-router'
import { SLOT_LABELS } from '#contract/documents/documents.ts'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { PageStage } from '#web/shared/documents/page-stage.tsx'
import { PageToolbar, type PageView, usePageView } from '#web/shared/documents/page-toolbar.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { DocumentViewer } from '#web/ui/document-viewer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ViewerBar } from '#web/ui/viewer-bar.tsx'
import { ReadingReason } from './reading-reason.tsx'
import {
  type CaseDocument,
  caseSlots,
  currentDocument,
  needsLook,
  selectedDocument,
  textWithoutFile,
} from './selected-document.ts'
import { useIsOver } from './use-case-change.ts'
import { useLook } from './use-look.ts'

/** A case's documents, one at a time; the selected one is in the URL (design §7.5). */
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
    return { id, label: SLOT_LABELS[id], thumbnailUrl: thumbnailOf(current), without }
  })
  const [view, setView] = usePageView(document?.id)
  const without = textWithoutFile(reviewCase.items, slot)
  const isOver = useIsOver(reviewCase.documentsOpen?.until)
  const mayOpen = reviewCase.documentsOpen !== null && !isOver
  // One viewer for all of them, so that the clicked tab keeps the focus.
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
          <ViewerBar title={title} />
        )
      }
    >
      {document && !mayOpen ? (
        <ReadingReason userId={userId} reviewCase={reviewCase} documentId={document.id} />
      ) : document ? (
        <DocumentStage
          key={document.id}
          title={title}
          document={document}
          isLookNeeded={needsLook(reviewCase.items, document)}
          view={view}
          onView={setView}
        />
      ) : (
        <EmptyState title={without.title}>{without.text}</EmptyState>
      )}
    </DocumentViewer>
  )
}

function thumbnailOf(document: CaseDocument | null): string | null {
  return document?.mime.startsWith('image/') ? `${document.documentUrl}?size=thumbnail` : null
}

type Props = {
  title: string
  document: CaseDocument
  isLookNeeded: boolean
  view: PageView
  onView: (change: Partial<PageView>) => void
}

/** One document at reading size. What is shown here counts as seen by the reviewer, so each document has its own. */
function DocumentStage({ title, document, isLookNeeded, view, onView }: Props) {
  const look = useLook(document, view.page, isLookNeeded)
  const pages = document.pages ?? 1
  const page = document.pages ? `, page ${view.page} of ${pages}` : ''
  return (
    <>
      {look.hasFailed ? (
        <Banner kind="error" title="We couldn’t record that you viewed this" className="m-4" live>
          <p className="mb-2">You can’t accept it until that’s recorded.</p>
          <Button onClick={look.tryAgain}>Try again</Button>
        </Banner>
      ) : null}
      <PageStage
        title={title}
        url={document.documentUrl}
        pages={pages}
        view={view}
        onView={onView}
        description={`${title}: ${document.fileName}${page}`}
        onDrawn={look.onDrawn}
      />
    </>
  )
}

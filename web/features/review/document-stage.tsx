import { useRef } from 'react'
import { PageStage } from '#web/shared/documents/page-stage.tsx'
import type { PageView } from '#web/shared/documents/page-toolbar.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import type { CaseDocument } from './stored-document.ts'
import { useDocumentViews } from './use-document-views.ts'

type Props = {
  title: string
  document: CaseDocument
  view: PageView
  onView: (change: Partial<PageView>) => void
}

/** One document at reading size. What was shown here counts as seen by the reviewer, so each document has its own. */
export function DocumentStage({ title, document, view, onView }: Props) {
  const stage = useRef<HTMLElement>(null)
  const views = useDocumentViews(document.id, stage)
  const pages = document.pages ?? 1
  const page = document.pages ? `, page ${view.page} of ${pages}` : ''
  return (
    <>
      {views.hasFailed ? (
        <Banner kind="error" title="We couldn’t record that you viewed this" className="m-4" live>
          <p className="mb-2">You can’t accept it until that’s recorded.</p>
          <Button onClick={views.tryAgain}>Try again</Button>
        </Banner>
      ) : null}
      <PageStage
        ref={stage}
        title={title}
        url={document.documentUrl}
        pages={pages}
        view={view}
        onView={onView}
        description={`${title}: ${document.fileName}${page}`}
        onDrawn={views.onDrawn}
      />
    </>
  )
}

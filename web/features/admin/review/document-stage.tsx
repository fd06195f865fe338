import { useRef } from 'react'
import { PageImage } from '#web/parts/documents/page-image.tsx'
import { type PageView, pageKeys } from '#web/parts/documents/page-toolbar.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import type { StoredDocument } from './stored-document.ts'
import { useDocumentViews } from './use-document-views.ts'

type Props = {
  title: string
  document: StoredDocument
  view: PageView
  onView: (change: Partial<PageView>) => void
}

/** One document at reading size. What was shown here counts as seen by the reviewer, so each document has its own. */
export function DocumentStage({ title, document, view, onView }: Props) {
  const { zoom, turn, page } = view
  const stage = useRef<HTMLElement>(null)
  const views = useDocumentViews(document.id, stage)
  const pages = document.pages ?? 1
  const description = `${title}: ${document.fileName}${document.pages ? `, page ${page} of ${pages}` : ''}`
  return (
    <>
      {views.hasFailed ? (
        <Banner kind="error" title="We couldn’t record that you viewed this" className="m-4" live>
          <p className="mb-2">You can’t accept it until that’s recorded.</p>
          <Button onClick={views.tryAgain}>Try again</Button>
        </Banner>
      ) : null}
      <section
        ref={stage}
        className="vw-scroll grid max-h-[72vh] overflow-auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        onKeyDown={pageKeys({ pages, view, onView })}
        aria-label={`Page of ${title}`}
      >
        <PageImage
          url={document.documentUrl}
          page={page}
          zoom={zoom}
          turn={turn}
          description={description}
          onDrawn={views.onDrawn}
        />
      </section>
    </>
  )
}

import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type ComponentProps, Suspense, useRef, useState } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { DocumentViewer, ViewerToolbar } from '#web/ui/document-viewer.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ImageView } from './image-view.tsx'
import type { StoredDocument } from './stored-document.ts'
import { useDocumentViews } from './use-document-views.ts'

// The PDF reader is large, and most documents are pictures.
const PdfView = lazyPart(() => import('./pdf-view.tsx'), 'PdfView')

const ZOOM_STEPS = [50, 75, 100, 125, 150, 200, 300, 400]
const FULL_TURN = 360
const QUARTER_TURN = 90

type Props = {
  title: string
  document: StoredDocument
  frame: Pick<ComponentProps<typeof DocumentViewer>, 'documents' | 'value' | 'onValueChange'>
}

/** One document in the viewer, with its own zoom, turn and page. What was shown here counts as seen by the reviewer. */
export function DocumentStage({ title, document, frame }: Props) {
  const [zoom, setZoom] = useState(100)
  const [turn, setTurn] = useState(0)
  const [page, setPage] = useState(1)
  const stage = useRef<HTMLElement>(null)
  const views = useDocumentViews(document.id, stage)
  const pages = document.pages ?? 1
  const isPdf = document.mime === 'application/pdf'
  const step = ZOOM_STEPS.indexOf(zoom)
  const zoomTo = (next: number | undefined) => (next === undefined ? undefined : () => setZoom(next))
  const description = `${title}: ${document.fileName}${isPdf ? `, page ${page} of ${pages}` : ''}`
  return (
    <DocumentViewer
      {...frame}
      toolbar={
        <ViewerToolbar
          title={title}
          fileName={document.fileName}
          zoomPercent={zoom}
          onZoomIn={zoomTo(ZOOM_STEPS[step + 1])}
          onZoomOut={zoomTo(ZOOM_STEPS[step - 1])}
          onRotate={() => setTurn((turn + QUARTER_TURN) % FULL_TURN)}
          openHref={document.documentUrl}
        >
          {isPdf && pages > 1 ? <PageButtons page={page} pages={pages} onPage={setPage} /> : null}
        </ViewerToolbar>
      }
    >
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
        aria-label={`Page of ${title}`}
      >
        {isPdf ? (
          <Suspense fallback={<Skeleton width={420} height={594} />}>
            <PdfView
              url={document.documentUrl}
              page={page}
              zoom={zoom}
              turn={turn}
              description={description}
              onDrawn={views.onDrawn}
            />
          </Suspense>
        ) : (
          <ImageView
            url={document.documentUrl}
            zoom={zoom}
            turn={turn}
            description={description}
            onDrawn={() => views.onDrawn(1)}
          />
        )}
      </section>
    </DocumentViewer>
  )
}

function PageButtons({
  page,
  pages,
  onPage,
}: {
  page: number
  pages: number
  onPage: (page: number) => void
}) {
  return (
    <>
      <IconButton
        label="Previous page"
        icon={<ChevronLeft className="i" />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <span className="zm" role="status">
        {page}/{pages}
      </span>
      <IconButton
        label="Next page"
        icon={<ChevronRight className="i" />}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </>
  )
}

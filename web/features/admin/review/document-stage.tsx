import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Suspense, useRef, useState } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ViewerToolbar } from '#web/ui/document-viewer.tsx'
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

/** How a document is looked at: its zoom, turn and page. */
export type StageView = { zoom: number; turn: number; page: number }

const START: StageView = { zoom: 100, turn: 0, page: 1 }

/** The zoom, turn and page of the document of this id, which begin again with each document, and how they are changed. */
export function useStageView(id: string | undefined): [StageView, (change: Partial<StageView>) => void] {
  const [kept, setKept] = useState({ id, view: START })
  const view = kept.id === id ? kept.view : START
  return [view, (change) => setKept({ id, view: { ...view, ...change } })]
}

type Props = { title: string; document: StoredDocument; view: StageView }

/** The name of a document and the ways to look at it closer. */
export function StageToolbar({
  title,
  document,
  view,
  onView,
}: Props & { onView: (change: Partial<StageView>) => void }) {
  const pages = document.pages ?? 1
  const step = ZOOM_STEPS.indexOf(view.zoom)
  const zoomTo = (zoom: number | undefined) => (zoom === undefined ? undefined : () => onView({ zoom }))
  return (
    <ViewerToolbar
      title={title}
      fileName={document.fileName}
      zoomPercent={view.zoom}
      onZoomIn={zoomTo(ZOOM_STEPS[step + 1])}
      onZoomOut={zoomTo(ZOOM_STEPS[step - 1])}
      onRotate={() => onView({ turn: (view.turn + QUARTER_TURN) % FULL_TURN })}
      openHref={document.documentUrl}
    >
      {isPdf(document) && pages > 1 ? (
        <PageButtons page={view.page} pages={pages} onPage={(page) => onView({ page })} />
      ) : null}
    </ViewerToolbar>
  )
}

/** One document at reading size. What was shown here counts as seen by the reviewer, so each document has its own. */
export function DocumentStage({ title, document, view }: Props) {
  const { zoom, turn, page } = view
  const stage = useRef<HTMLElement>(null)
  const views = useDocumentViews(document.id, stage)
  const description = `${title}: ${document.fileName}${isPdf(document) ? `, page ${page} of ${document.pages ?? 1}` : ''}`
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
        aria-label={`Page of ${title}`}
      >
        {isPdf(document) ? (
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
    </>
  )
}

const isPdf = ({ mime }: StoredDocument) => mime === 'application/pdf'

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

import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type KeyboardEvent, useState } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ViewerToolbar } from '#web/ui/viewer-bar.tsx'
import { downloadDocument } from './download-document.ts'

const ZOOM_STEPS = [50, 75, 100, 125, 150, 200, 300, 400]
const FULL_TURN = 360
const QUARTER_TURN = 90

/** The view of a document: its zoom, rotation and page. */
export type PageView = { zoom: number; turn: number; page: number }

const START: PageView = { zoom: 100, turn: 0, page: 1 }

/** The view of the document with this id, reset for each document, and its setter. */
export function usePageView(id: string | undefined): [PageView, (change: Partial<PageView>) => void] {
  const [kept, setKept] = useState({ id, view: START })
  const view = kept.id === id ? kept.view : START
  return [view, (change) => setKept({ id, view: { ...view, ...change } })]
}

type Props = {
  title: string
  fileName?: string
  /** The document's URL; the original can only be downloaded. */
  url: string
  pages: number
  view: PageView
  onView: (change: Partial<PageView>) => void
}

/** A document's name and the controls of its view. */
export function PageToolbar({ title, fileName, url, pages, view, onView }: Props) {
  const changeTo = (change: Partial<PageView> | undefined) => change && (() => onView(change))
  return (
    <ViewerToolbar
      title={title}
      fileName={fileName}
      zoomPercent={view.zoom}
      onZoomIn={changeTo(zoomed(view, 1))}
      onZoomOut={changeTo(zoomed(view, -1))}
      onRotate={() => onView({ turn: (view.turn + QUARTER_TURN) % FULL_TURN })}
      downloadHref={`${url}?download=1`}
      onDownload={(event) => void downloadDocument(event)}
    >
      {pages > 1 ? <PageButtons page={view.page} pages={pages} onPage={(page) => onView({ page })} /> : null}
    </ViewerToolbar>
  )
}

/**
 * Handles the same by keys, for the element with the page: + and − zoom, Page Up and Page Down go through the
 * pages.
 */
export function pageKeys({ pages, view, onView }: Pick<Props, 'pages' | 'view' | 'onView'>) {
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const change = changeBy(event.key, pages, view)
    if (!change) return
    event.preventDefault()
    onView(change)
  }
}

function changeBy(key: string, pages: number, view: PageView): Partial<PageView> | undefined {
  switch (key) {
    case '+':
    case '=':
      return zoomed(view, 1)
    case '-':
      return zoomed(view, -1)
    case 'PageDown':
      return view.page < pages ? { page: view.page + 1 } : undefined
    case 'PageUp':
      return view.page > 1 ? { page: view.page - 1 } : undefined
    default:
      return undefined
  }
}

function zoomed({ zoom }: PageView, steps: number): Partial<PageView> | undefined {
  const next = ZOOM_STEPS[ZOOM_STEPS.indexOf(zoom) + steps]
  return next === undefined ? undefined : { zoom: next }
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
        icon={<ChevronLeft />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <span className="px-1 text-sm text-ink-2 tabular-nums" role="status">
        <span aria-hidden="true">
          {page}/{pages}
        </span>
        <span className="sr-only">
          Page {page} of {pages}
        </span>
      </span>
      <IconButton
        label="Next page"
        icon={<ChevronRight />}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </>
  )
}

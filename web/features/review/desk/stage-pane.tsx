import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { readingWidth } from '#contract/documents/looks.ts'
import type { PageArea } from '#contract/documents/readings.ts'
import { downloadDocument } from '#web/shared/documents/download-document.ts'
import { PageImage } from '#web/shared/documents/page-stage.tsx'
import type { PageView } from '#web/shared/documents/page-toolbar.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Kbd } from '#web/ui/kbd.tsx'
import type { CaseDocument } from '../selected-document.ts'
import { useLook } from '../use-look.ts'
import { turnedArea } from './use-stage-view.ts'

type Props = {
  title: string
  document: CaseDocument
  view: PageView
  /** Whether its line can’t be accepted before it was seen. */
  isLookNeeded: boolean
  marked?: PageArea | null
  /** Where the middle of the first close-up is, as a fraction of the width of the upright page. */
  startAcross?: number
  onLarge: (isLarge: boolean) => void
  /** Called with the zoom that makes it legible, as soon as its size is known, if the whole page is too small. */
  onReadingZoom?: (zoom: number) => void
  onFailure?: (failure: Error | null) => void
}

/** One document on the stage, fitting at 100%. If it was shown large enough for a second, it counts as looked at. */
export function StagePane(props: Props) {
  const { title, document, view, isLookNeeded, marked = null, startAcross = 0.5, onLarge } = props
  const { onReadingZoom, onFailure } = props
  const look = useLook(document, view.page, isLookNeeded)
  const { isLarge, onDrawn } = look
  const isKnown = isLarge !== null
  useEffect(() => {
    if (isLarge !== null) onLarge(isLarge)
  }, [isLarge, onLarge])
  const pages = document.pages ?? 1
  const area = marked?.page === view.page ? turnedArea(marked, view.turn) : null
  const frame = useRef<HTMLElement>(null)
  const across = area && area.left + area.width / 2
  const down = area && area.top + area.height / 2
  const middle = useRef(startOf(document, startAcross, view.turn))
  /** Where the pane has scrolled by itself, and for which area; anywhere else the reader has moved. */
  const placed = useRef({ across, down, left: 0, top: 0, hasMoved: false })
  const { documentType, width } = document
  const { turn } = view
  const handleDrawn = useCallback(
    (page: number, count: number, picture: HTMLImageElement) => {
      onDrawn(page, count, picture)
      const zoom = zoomToRead(picture, turn, readingWidth(documentType, width))
      if (zoom <= 100 || !onReadingZoom) return
      // A letter is read from its top.
      middle.current.down = 0
      onReadingZoom(zoom)
    },
    [documentType, width, turn, onDrawn, onReadingZoom],
  )
  // A close-up shows what the line is about until the reader moves, from then on the part that was in the middle.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the zoom changes.
  useLayoutEffect(() => {
    const shown = frame.current
    if (!shown) return
    const former = placed.current
    const hasMoved = former.hasMoved && former.across === across && former.down === down
    const to = across !== null && down !== null && !hasMoved ? { across, down } : middle.current
    shown.scrollTo({
      left: to.across * shown.scrollWidth - shown.clientWidth / 2,
      top: to.down * shown.scrollHeight - shown.clientHeight / 2,
    })
    placed.current = { across, down, left: shown.scrollLeft, top: shown.scrollTop, hasMoved }
  }, [across, down, view.zoom, look.isDrawn])
  return (
    <figure className="relative m-0 grid min-h-0 min-w-0 grid-rows-[minmax(0,1fr)] [container-type:size]">
      <section
        ref={frame}
        data-scrolls
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        aria-label={`Page of ${title}`}
        className="grid overflow-auto"
        onScroll={({ currentTarget: shown }) => {
          const { left, top } = placed.current
          if (shown.scrollLeft === left && shown.scrollTop === top) return
          placed.current.hasMoved = true
          middle.current = {
            across: middleOf(shown.scrollLeft, shown.clientWidth, shown.scrollWidth) ?? middle.current.across,
            down: middleOf(shown.scrollTop, shown.clientHeight, shown.scrollHeight) ?? middle.current.down,
          }
        }}
      >
        <PageImage
          url={document.documentUrl}
          {...view}
          fitsFrame
          marked={area}
          description={`${title}: ${document.fileName}${document.pages ? `, page ${view.page} of ${pages}` : ''}`}
          onDrawn={handleDrawn}
          onFailure={onFailure}
          otherWay={
            <a
              className={buttonClass()}
              href={`${document.documentUrl}?download=1`}
              download
              onClick={(event) => void downloadDocument(event)}
            >
              Open the original
            </a>
          }
        />
      </section>
      <figcaption
        className="pointer-events-none absolute bottom-2 left-2 flex items-center [&[hidden]]:hidden gap-2 rounded-full border border-line bg-surface px-2 py-0.5 text-xs text-ink-2 shadow-1"
        hidden={!isKnown}
      >
        {isLarge ? (
          <Eye className="size-4 text-green-solid" />
        ) : (
          <EyeOff className="size-4 text-yellow-solid" />
        )}
        {isLarge ? (
          `${title}, at reading size`
        ) : (
          <span>
            Shown small. Zoom in <Kbd>Z</Kbd> to read it.
          </span>
        )}
      </figcaption>
      {look.hasFailed ? (
        <div
          role="alert"
          className="absolute inset-x-4 top-4 rounded-2 border border-red-line bg-red-bg p-3 text-sm"
        >
          <p className="mb-2">
            We couldn’t record that you viewed this. You can’t accept it until that’s recorded.
          </p>
          <Button size="sm" onClick={look.tryAgain}>
            Try again
          </Button>
        </div>
      ) : null}
    </figure>
  )
}

/** The zoom, in steps of ten percent, at which a picture that fits the frame is as wide as it needs to be. */
function zoomToRead(picture: HTMLImageElement, turn: number, wanted: number): number {
  const frame = picture.closest('figure')
  if (!frame) return 100
  const { clientWidth: across, clientHeight: down } = frame
  const [length, side] = turn % 180 === 0 ? [across, down] : [down, across]
  const fit = Math.min(length, (side * picture.naturalWidth) / picture.naturalHeight)
  return Math.ceil((wanted / fit) * 10) * 10
}

/**
 * The middle of the first close-up. A wide picture that is turned on its side takes it along; any other turn has set the
 * picture upright.
 */
function startOf({ width, height }: CaseDocument, across: number, turn: number) {
  const isOnSide = (width ?? 0) > (height ?? 0) && turn % 180 !== 0
  if (!isOnSide) return { across, down: 0.5 }
  return { across: 0.5, down: turn === 90 ? across : 1 - across }
}

/** What is in the middle of a scrolled axis, as a fraction; null if all of it is visible. */
function middleOf(from: number, visible: number, whole: number): number | null {
  return whole > visible ? (from + visible / 2) / whole : null
}

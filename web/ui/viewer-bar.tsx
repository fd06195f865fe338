import Download from 'lucide-react/icons/download'
import RotateCw from 'lucide-react/icons/rotate-cw'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import type { MouseEvent, ReactNode } from 'react'
import { buttonClass } from './button-class.ts'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'

/** The class of a document's stage; scrolling content takes over its padding. */
export const STAGE_CLASS =
  'grid min-h-110 place-items-center overflow-auto bg-sunken p-(--stage-pad) [--stage-pad:36px] focus-visible:-outline-offset-3 max-sm:min-h-0 max-sm:[--stage-pad:18px]'

/** Its buttons have no borders. */
const BAR_CLASS =
  'flex min-h-15 items-center gap-1 border-b border-line py-2 pr-3 pl-5 [&_.button]:flex-none [&_.button]:border-transparent [&_.button]:bg-transparent [&_.button]:p-0 [&_.button:hover]:bg-sunken'
/**
 * On phones its buttons and the paging don't fit next to the name; in a row below it they do, even within a
 * dialog.
 */
const WRAPPING_CLASS =
  'max-sm:flex-wrap max-sm:justify-end max-sm:gap-0 max-sm:py-2 max-sm:pr-2 max-sm:pl-4 max-sm:[&>h2]:basis-full max-sm:[&_.button]:w-10 sm:[&_.button]:w-(--control)'

/** The bar above a document: its title and actions. */
export function ViewerBar({
  title,
  isWrapping,
  children,
}: {
  title: ReactNode
  /** Has more buttons than fit next to the title on phones. */
  isWrapping?: boolean
  children?: ReactNode
}) {
  return (
    <div className={classNames(BAR_CLASS, isWrapping ? WRAPPING_CLASS : '[&_.button]:w-(--control)')}>
      <h2 className="min-w-0 flex-1 truncate text-h4">{title}</h2>
      {children}
    </div>
  )
}

export type ViewerToolbarProps = {
  title: string
  fileName?: string
  zoomPercent: number
  onZoomIn?: () => void
  onZoomOut?: () => void
  onRotate?: () => void
  /** Downloads the original file. */
  downloadHref?: string
  /** Replaces the browser's own download. */
  onDownload?: (event: MouseEvent<HTMLAnchorElement>) => void
  /** Further controls, such as a PDF's pages. */
  children?: ReactNode
}

/** The document's name, zoom, rotate, download. Controls without a handler are disabled. */
export function ViewerToolbar({
  title,
  fileName,
  zoomPercent,
  onZoomIn,
  onZoomOut,
  onRotate,
  downloadHref,
  onDownload,
  children,
}: ViewerToolbarProps) {
  return (
    <ViewerBar
      isWrapping={children !== undefined && children !== null}
      title={
        <>
          {title} {fileName ? <span className="font-normal text-ink-3 max-sm:hidden">{fileName}</span> : null}
        </>
      }
    >
      {children}
      <IconButton label="Zoom out" icon={<ZoomOut />} disabled={!onZoomOut} onClick={onZoomOut} />
      <span className="min-w-12 text-center text-sm text-ink-2 tabular-nums max-sm:hidden" role="status">
        {zoomPercent}%
      </span>
      <IconButton label="Zoom in" icon={<ZoomIn />} disabled={!onZoomIn} onClick={onZoomIn} />
      <IconButton label="Rotate right" icon={<RotateCw />} disabled={!onRotate} onClick={onRotate} />
      {downloadHref ? (
        <a
          className={buttonClass('secondary')}
          href={downloadHref}
          download
          onClick={onDownload}
          aria-label="Download the original"
        >
          <Download />
        </a>
      ) : null}
    </ViewerBar>
  )
}

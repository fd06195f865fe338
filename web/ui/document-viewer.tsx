import Download from 'lucide-react/icons/download'
import RotateCw from 'lucide-react/icons/rotate-cw'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import * as RadixTabs from 'radix-ui/tabs'
import type { MouseEvent, ReactNode } from 'react'
import { buttonClass } from './button-class.ts'
import { cardClass } from './card-class.ts'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import { Thumbnail } from './thumbnail.tsx'

export type ViewerDocument<Id extends string> = {
  id: Id
  /** "ID front" */
  label: string
  /** Small preview; null shows an icon. */
  thumbnailUrl?: string | null
  /** What the thumbnail reads where there is no file: "Missing". */
  without?: string
}

export type DocumentViewerProps<Id extends string> = {
  documents: readonly ViewerDocument<Id>[]
  value: Id
  onValueChange: (id: Id) => void
  /** ViewerToolbar */
  toolbar: ReactNode
  /** The stage: the shown document, its skeleton or its error. */
  children: ReactNode
}

/** Where a document is shown; what scrolls in it takes the padding into itself. */
export const STAGE_CLASS =
  'grid min-h-110 place-items-center overflow-auto bg-sunken p-(--stage-pad) [--stage-pad:36px] focus-visible:-outline-offset-3 max-sm:min-h-0 max-sm:[--stage-pad:18px]'

const THUMB_CLASS =
  'grid content-start gap-2 rounded-2 border border-line px-1.5 pt-1.5 pb-2 text-left text-sm/5 font-[520] text-ink-2 aria-selected:border-brand aria-selected:font-[620] aria-selected:text-ink aria-selected:shadow-[inset_0_0_0_1px_var(--brand)]'

/** The frame of the document viewer: toolbar, stage and the thumbnails as tabs. It stays while the data scrolls. */
export function DocumentViewer<Id extends string>({
  documents,
  value,
  onValueChange,
  toolbar,
  children,
}: DocumentViewerProps<Id>) {
  const handleChange = (next: string) => {
    const found = documents.find((document) => document.id === next)
    if (found) onValueChange(found.id)
  }
  return (
    <RadixTabs.Root asChild value={value} onValueChange={handleChange}>
      <section
        className={cardClass(false, 'overflow-hidden xl:sticky xl:top-22')}
        aria-label="Document viewer"
      >
        {toolbar}
        <RadixTabs.Content className={STAGE_CLASS} value={value}>
          {children}
        </RadixTabs.Content>
        <RadixTabs.List
          className="grid grid-cols-4 gap-3 border-t border-line px-5 py-4 max-sm:grid-cols-2 max-sm:p-3"
          aria-label="Documents"
        >
          {documents.map((document) => (
            <RadixTabs.Trigger className={THUMB_CLASS} key={document.id} value={document.id}>
              <Thumbnail fills src={document.thumbnailUrl} text={document.without} />
              <span className="px-1">{document.label}</span>
            </RadixTabs.Trigger>
          ))}
        </RadixTabs.List>
      </section>
    </RadixTabs.Root>
  )
}

/** Its buttons are drawn without a frame. */
const BAR_CLASS =
  'flex min-h-15 items-center gap-1 border-b border-line py-2 pr-3 pl-5 [&_.button]:flex-none [&_.button]:border-transparent [&_.button]:bg-transparent [&_.button]:p-0 [&_.button:hover]:bg-sunken'
/** On a phone there is no room for them and the buttons of the pages beside the name; in one row below it they fit, a dialog's edges included. */
const WRAPPING_CLASS =
  'max-sm:flex-wrap max-sm:justify-end max-sm:gap-0 max-sm:py-2 max-sm:pr-2 max-sm:pl-4 max-sm:[&>h2]:basis-full max-sm:[&_.button]:w-10 sm:[&_.button]:w-(--control)'

/** The bar over a document: its title, and what can be done with it. */
export function ViewerBar({
  title,
  isWrapping,
  children,
}: {
  title: ReactNode
  /** Has more buttons than fit beside the title on a phone. */
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
  /** Gives the untouched original as a file. */
  downloadHref?: string
  /** Instead of the browser's own download. */
  onDownload?: (event: MouseEvent<HTMLAnchorElement>) => void
  /** More controls, such as the pages of a PDF. */
  children?: ReactNode
}

/** Name of the document, zoom, rotate, download. What has no handler is disabled. */
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

import '#web/styles/admin.css'
import '#web/styles/upload.css'
import Download from 'lucide-react/icons/download'
import RotateCw from 'lucide-react/icons/rotate-cw'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import * as RadixTabs from 'radix-ui/tabs'
import type { MouseEvent, ReactNode } from 'react'
import { buttonClass } from './button-class.ts'
import { cardClass } from './card-class.ts'
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
      <section className={cardClass(false, 'vw')} aria-label="Document viewer">
        {toolbar}
        <RadixTabs.Content className="vw-s" value={value}>
          {children}
        </RadixTabs.Content>
        <RadixTabs.List className="vw-t" aria-label="Documents">
          {documents.map((document) => (
            <RadixTabs.Trigger key={document.id} value={document.id}>
              <Thumbnail fills src={document.thumbnailUrl} text={document.without} />
              <span className="l">{document.label}</span>
            </RadixTabs.Trigger>
          ))}
        </RadixTabs.List>
      </section>
    </RadixTabs.Root>
  )
}

/** Its buttons are drawn without a frame, smaller on a phone where those of the pages stand beside them. */
export const TOOLBAR_CLASS =
  '[&_.button]:w-(--control) [&_.button]:flex-none [&_.button]:border-transparent [&_.button]:bg-transparent [&_.button]:p-0 [&_.button:hover]:bg-sunken max-sm:has-[.vw-p]:[&_.button]:w-10'

export type ViewerToolbarProps = {
  title: string
  fileName?: string
  zoomPercent: number
  onZoomIn?: () => void
  onZoomOut?: () => void
  onRotate?: () => void
  /** Gives the untouched original as a file. */
  downloadHref?: string
  /** In the place of the browser's own download. */
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
    <div className={`vw-b ${TOOLBAR_CLASS}`}>
      <h2 className="h4">
        {title} {fileName ? <span className="fn">{fileName}</span> : null}
      </h2>
      {children}
      <IconButton
        label="Zoom out"
        icon={<ZoomOut className="i" />}
        disabled={!onZoomOut}
        onClick={onZoomOut}
      />
      <span className="zm" role="status">
        {zoomPercent}%
      </span>
      <IconButton label="Zoom in" icon={<ZoomIn className="i" />} disabled={!onZoomIn} onClick={onZoomIn} />
      <IconButton
        label="Rotate right"
        icon={<RotateCw className="i" />}
        disabled={!onRotate}
        onClick={onRotate}
      />
      {downloadHref ? (
        <a
          className={buttonClass('secondary')}
          href={downloadHref}
          download
          onClick={onDownload}
          aria-label="Download the original"
        >
          <Download className="i" />
        </a>
      ) : null}
    </div>
  )
}

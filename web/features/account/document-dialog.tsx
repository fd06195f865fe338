import { useCallback, useState } from 'react'
import { PageImage } from '#web/parts/documents/page-image.tsx'
import { PageToolbar, pageKeys, usePageView } from '#web/parts/documents/page-toolbar.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** A stored document over the page, one page at a time. `url` is its address, `name` what it is called here. */
export function DocumentDialog({ url, name, onClose }: { url: string; name: string; onClose: () => void }) {
  const [view, onView] = usePageView(url)
  const [pages, setPages] = useState(1)
  const handleDrawn = useCallback((_page: number, all: number) => setPages(all), [])
  return (
    <Dialog title={name} className="dlg-lg" open onOpenChange={onClose}>
      <div className="card vw">
        <PageToolbar title="Document" url={url} pages={pages} view={view} onView={onView} />
        <div className="vw-s">
          <section
            className="vw-scroll grid max-h-[60vh] overflow-auto"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
            tabIndex={0}
            onKeyDown={pageKeys({ pages, view, onView })}
            aria-label={`Page of ${name}`}
          >
            <PageImage
              url={url}
              {...view}
              description={pages > 1 ? `${name}, page ${view.page} of ${pages}` : name}
              onDrawn={handleDrawn}
            />
          </section>
        </div>
      </div>
    </Dialog>
  )
}

import { useCallback, useState } from 'react'
import { PageStage } from '#web/shared/documents/page-stage.tsx'
import { PageToolbar, usePageView } from '#web/shared/documents/page-toolbar.tsx'
import { cardClass } from '#web/ui/card-class.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { STAGE_CLASS } from '#web/ui/viewer-bar.tsx'

/**
 * A stored document over the page, one page at a time. `url` is where it is stored, `name` its name on this
 * screen.
 */
export function DocumentDialog({ url, name, onClose }: { url: string; name: string; onClose: () => void }) {
  const [view, onView] = usePageView(url)
  const [pages, setPages] = useState(1)
  const handleDrawn = useCallback((_page: number, all: number) => setPages(all), [])
  return (
    <Dialog title={name} size="lg" open onOpenChange={onClose}>
      <div className={cardClass(false, 'overflow-hidden')}>
        <PageToolbar title="Document" url={url} pages={pages} view={view} onView={onView} />
        <div className={STAGE_CLASS}>
          <PageStage
            title={name}
            url={url}
            pages={pages}
            view={view}
            onView={onView}
            description={pages > 1 ? `${name}, page ${view.page} of ${pages}` : name}
            onDrawn={handleDrawn}
          />
        </div>
      </div>
    </Dialog>
  )
}

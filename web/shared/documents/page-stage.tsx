import type { RefObject } from 'react'
import { PageImage } from './page-image.tsx'
import { type PageView, pageKeys } from './page-toolbar.tsx'

/** The shown page of a document in a part that scrolls; keys zoom and leaf. `title` is what the document is called. */
export function PageStage({
  title,
  url,
  pages,
  view,
  onView,
  description,
  onDrawn,
  ref,
}: {
  title: string
  /** Of the document. */
  url: string
  pages: number
  view: PageView
  onView: (change: Partial<PageView>) => void
  /** Of the page, for those who can't see it. */
  description: string
  /** The page can be seen now; `pages` is how many there are. */
  onDrawn: (page: number, pages: number) => void
  ref?: RefObject<HTMLElement | null>
}) {
  return (
    <section
      ref={ref}
      className="vw-scroll"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      onKeyDown={pageKeys({ pages, view, onView })}
      aria-label={`Page of ${title}`}
    >
      <PageImage url={url} {...view} description={description} onDrawn={onDrawn} />
    </section>
  )
}

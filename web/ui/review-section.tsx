import '#web/styles/review.css'
import '#web/styles/upload.css'
import type { ReactNode } from 'react'
import { Thumbnail, type ThumbnailProps } from './thumbnail.tsx'

/** One group of answers on a check-your-answers page, with its one Change link (design §9). */
export function ReviewSection({
  title,
  change,
  children,
}: {
  title: string
  /** `<Link ...>Change<span className="sr-only"> personal details</span></Link>` */
  change?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="rv">
      <div className="rv-h">
        <h2>{title}</h2>
        {change}
      </div>
      {children}
    </section>
  )
}

/** The documents of a group as small pictures with their names. */
export function ReviewThumbnails({
  items,
}: {
  items: readonly (ThumbnailProps & { id: string; caption: ReactNode })[]
}) {
  return (
    <div className="thumbs">
      {items.map(({ id, caption, ...thumbnail }) => (
        <figure key={id}>
          <Thumbnail {...thumbnail} />
          <figcaption>{caption}</figcaption>
        </figure>
      ))}
    </div>
  )
}

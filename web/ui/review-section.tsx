import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Thumbnail, type ThumbnailProps } from './thumbnail.tsx'

/** One group of answers on a check-your-answers page, with its one Change link (design §9.4). */
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
    <section className="mt-9">
      <SectionHead title={title}>{change}</SectionHead>
      {children}
    </section>
  )
}

/** A group's documents as thumbnails with their names; a caption may be a link that says more. */
export function ReviewThumbnails({
  items,
}: {
  items: readonly (ThumbnailProps & { id: string; name: string; caption: ReactNode })[]
}) {
  return (
    <div className="grid grid-cols-4 gap-3.5 border-b border-line py-4 max-sm:grid-cols-2">
      {items.map(({ id, name, caption, ...thumbnail }) => (
        <figure key={id} aria-label={name}>
          <Thumbnail {...thumbnail} fills="card" />
          <figcaption className="mt-2 text-sm/5 text-ink-2">{caption}</figcaption>
        </figure>
      ))}
    </div>
  )
}

/** The head of such a group: title above a line, with the link at its end. */
export function SectionHead({
  title,
  className,
  children,
}: {
  title: string
  className?: string
  children: ReactNode
}) {
  return (
    <div
      className={classNames(
        'flex items-baseline justify-between gap-4 border-b-2 border-ink pb-2.5',
        className,
      )}
    >
      <h2 className="text-[1.1875rem]/6.5">{title}</h2>
      {children}
    </div>
  )
}

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { UserFilters } from '#contract/directory/admin-users.ts'
import type { FunnelGap } from '#contract/review/funnel-steps.ts'
import { type DecisionListFilters, decisionsSearchOf } from '#web/features/review/queue/decision-filters.ts'
import type { QueueListFilters } from '#web/features/review/queue/queries.ts'
import { queueSearchOf } from '#web/features/review/queue/queue-address.ts'
import { Card } from '#web/ui/card.tsx'

/** A compact card on the staff dashboard: its title always stays. */
export function HomeCard({
  id,
  title,
  aside,
  children,
}: {
  id: string
  title: string
  /** To the right of the title: a link, or what the figures are about. */
  aside?: ReactNode
  children: ReactNode
}) {
  return (
    <Card aria-labelledby={id} className="min-w-0 overflow-hidden">
      <div className="flex min-h-[46px] flex-wrap items-center justify-between gap-x-3 border-b border-line px-[18px] max-[640px]:px-4">
        <h2 id={id} className="text-[.96875rem] leading-5.5 font-semibold">
          {title}
        </h2>
        {aside ? (
          <div className="text-sm/5 text-ink-3 [&_a]:inline-block [&_a]:min-w-6 [&_a]:text-right [&_a]:py-[3px]">
            {aside}
          </div>
        ) : null}
      </div>
      {children}
    </Card>
  )
}

/** The sentence in a card that has nothing to show. */
export function HomeNote({ children }: { children: ReactNode }) {
  return <p className="px-[18px] py-3.5 text-card text-ink-2 max-[640px]:px-4">{children}</p>
}

/** A picture's numbers, for those who want to read them. */
export function AsTable({ title = 'Show as a table', children }: { title?: string; children: ReactNode }) {
  return (
    <details className="border-t border-line px-[18px] max-[640px]:px-4">
      <summary className="inline-flex min-h-10 cursor-pointer items-center text-sm font-medium text-brand-ink underline underline-offset-[3px]">
        {title}
      </summary>
      <section
        aria-label="Table"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key.
        tabIndex={0}
        className="relative -mx-[18px] max-h-80 overflow-auto border-t border-line max-[640px]:-mx-4"
      >
        {children}
      </section>
    </details>
  )
}

/** Large enough to click, however short the number. */
const FIGURE_LINK =
  'inline-block min-w-6 py-[3px] text-inherit underline decoration-line-strong decoration-1 underline-offset-4'

/** A number that links to the list it counts, for those who may open it; for others just a number. */
export function FigureLink({
  search,
  linked,
  children,
}: {
  search: QueueListFilters
  linked: boolean
  children: ReactNode
}) {
  if (!linked) return children
  return (
    <Link to="/admin/queue" search={queueSearchOf(search)} className={FIGURE_LINK}>
      {children}
    </Link>
  )
}

/** The same for people: who signed up, or how far they got. */
export function PeopleLink({
  search,
  linked,
  children,
}: {
  search: Pick<UserFilters, 'joined' | 'came' | FunnelGap>
  linked: boolean
  children: ReactNode
}) {
  if (!linked) return children
  return (
    <Link to="/admin/dashboard" search={search} className={FIGURE_LINK}>
      {children}
    </Link>
  )
}

/** The same for decisions, or for what a signal said at them. */
export function DecisionsLink({
  search,
  linked,
  children,
}: {
  search: DecisionListFilters
  linked: boolean
  children: ReactNode
}) {
  if (!linked) return children
  return (
    <Link to="/admin/queue/decisions" search={decisionsSearchOf(search)} className={FIGURE_LINK}>
      {children}
    </Link>
  )
}

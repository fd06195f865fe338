import { useInfiniteQuery } from '@tanstack/react-query'
import { FUNNEL_GAPS, FUNNEL_LABELS, type FunnelGap, LEFT_AFTER_DAYS } from '#contract/review/funnel-steps.ts'
import { FIGURE_DAYS } from '#contract/verification/case-limits.ts'
import { formatDate } from '#web/lib/dates.ts'
import { formatNumber } from '#web/lib/numbers.ts'
import { type UserListFilters, usersQuery } from '#web/shared/directory/queries.ts'

/**
 * The staff home's figure that the list belongs to, the people it counts who aren't listed, and a link back to
 * everyone.
 */
export function FigureNote({
  filters,
  onChange,
}: {
  filters: UserListFilters
  onChange: (next: UserListFilters) => void
}) {
  const { data } = useInfiniteQuery(usersQuery(filters))
  const { joined: _joined, came: _came, waits, theirs, rejected, left, ...rest } = filters
  const { sort: _, order: _order, ...narrowed } = rest
  const isWhole = Object.values(narrowed).every((value) => !value)
  const unlisted = isWhole ? (data?.pages[0]?.unlisted ?? 0) : 0
  return (
    <p className="border-b border-line px-6 py-3 text-ink-2 max-rail:px-4">
      {figureText(filters)}{' '}
      {unlisted > 0
        ? `${formatNumber(unlisted)} more ${unlisted === 1 ? 'has' : 'have'} no account yet, or had it deleted. `
        : null}
      <button type="button" className="link" onClick={() => onChange(rest)}>
        Show everyone
      </button>
    </p>
  )
}

const GAP_TEXTS: Readonly<Record<FunnelGap, string>> = {
  waits: 'wait for us before',
  theirs: 'still have something to do before',
  rejected: 'were rejected before',
  left: 'left before',
}

/** "Customers who signed up on Mar 2, 2026.", "People who began in the last 30 days and wait for us before “Verified”." */
function figureText(filters: UserListFilters): string {
  const { joined, came } = filters
  // One at a time, as the figures link to them.
  const gap = FUNNEL_GAPS.find((known) => filters[known])
  const [from = '', to = ''] = joined?.split('..') ?? []
  const days = from === to ? `on ${formatDate(from)}` : `from ${formatDate(from)} to ${formatDate(to)}`
  const how = [
    joined && `signed up ${days}`,
    (came || gap) && `began in the last ${FIGURE_DAYS} days`,
    came && came !== 'begun' && `came to “${FUNNEL_LABELS[came]}”`,
    gap && `${GAP_TEXTS[gap]} “${FUNNEL_LABELS[filters[gap] ?? 'begun']}”`,
  ]
  const rule =
    gap === 'theirs' || gap === 'left'
      ? ` We count someone as left when they withdraw, or when nothing has happened for ${LEFT_AFTER_DAYS} days.`
      : ''
  return `${joined ? 'Customers' : 'People'} who ${how.filter(Boolean).join(' and ')}.${rule}`
}

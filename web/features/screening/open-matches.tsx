import { Link } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import type { z } from 'zod'
import { listName } from '#contract/screening/list-name.ts'
import type { MatchSort, OpenMatch } from '#contract/screening/screening.ts'
import { formatDate, relativeTime } from '#web/lib/dates.ts'
import { caseLink } from '#web/shared/cases/use-claim-next.ts'
import { OUTCOME_LOOKS } from '#web/shared/screening/screening-outcomes.ts'
import { percent } from '#web/shared/screening/screening-text.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { DataTable, SortTh, Td, Th } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type LoadedPages, MorePages } from '#web/ui/more-pages.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { isFiltered, type MatchFilters, matchSortDirection, sortedBy } from './filters.ts'

type Props = {
  matches: readonly z.infer<typeof OpenMatch>[]
  filters: MatchFilters
  query: LoadedPages & { isPlaceholderData: boolean }
  onChange: (next: MatchFilters) => void
}

/** The matches no one has decided on; each leads to its case. */
export function OpenMatches({ matches, filters, query, onChange }: Props) {
  if (matches.length === 0 && isFiltered(filters))
    return (
      <EmptyState
        title="No open matches with these filters"
        action={<Button onClick={() => onChange({})}>Clear filters</Button>}
      />
    )
  if (matches.length === 0) return <EmptyState icon={CircleCheck} title="No matches to decide" />
  const sorted = (column: MatchSort) => ({
    direction: matchSortDirection(filters, column),
    onSort: () => onChange(sortedBy(filters, column)),
  })
  return (
    <>
      <DataTable
        caption="Open matches"
        busy={query.isPlaceholderData}
        head={
          <>
            <Th>Name</Th>
            <Th>Who</Th>
            <Th>May be</Th>
            <SortTh {...sorted('list')}>List</SortTh>
            <SortTh {...sorted('level')}>Match</SortTh>
            <SortTh {...sorted('found')}>Found</SortTh>
            <Th hidden>Action</Th>
          </>
        }
      >
        {matches.map(({ match, userId, kind, subjectName, subjectLabel }) => (
          <tr key={match.id}>
            <Td head className="font-semibold wrap-anywhere">
              {subjectName}
            </Td>
            <Td label="Who">{subjectLabel}</Td>
            <Td label="May be" className="wrap-anywhere">
              {match.explanation?.listedName ?? match.entry.names[0]?.text}
              <span className="block text-sm text-ink-3">{match.entry.ref}</span>
            </Td>
            <Td label="List" className="wrap-anywhere">
              {listName(match.source)}
            </Td>
            <Td label="Match">
              <span className="inline-flex items-center gap-2">
                <StatusBadge look={OUTCOME_LOOKS[match.level]} />
                <span className="tabular-nums">{percent(match.score)}</span>
              </span>
              {match.proposal ? (
                <span className="block text-sm text-ink-2 wrap-anywhere">
                  {match.proposal.isOwn ? 'You spoke first' : `${match.proposal.by} spoke first`}; a second
                  person has to agree
                </span>
              ) : null}
              {match.explanation ? null : (
                <span className="block text-sm text-red-ink">Could not be read: it was changed</span>
              )}
            </Td>
            <Td label="Found" className="whitespace-nowrap tabular-nums">
              {formatDate(match.foundAt)}
              <span className="block text-sm text-ink-3">{relativeTime(match.foundAt)}</span>
            </Td>
            <Td action>
              <Link
                className={buttonClass('secondary', 'sm')}
                {...caseLink({ userId, kind }, { line: 'screening' })}
              >
                Open case<span className="sr-only"> of {subjectName}</span>
              </Link>
            </Td>
          </tr>
        ))}
      </DataTable>
      <MorePages query={query}>
        {matches.length === 1 ? '1 match' : `${matches.length} matches`}
        {query.hasNextPage ? ' shown' : ''}
      </MorePages>
    </>
  )
}

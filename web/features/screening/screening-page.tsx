import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import type { z } from 'zod'
import { listName } from '#contract/screening/list-name.ts'
import { type ListSource, MatchLevel } from '#contract/screening/sanctions.ts'
import { type MatchSort, MatchWaiting, type OpenMatch } from '#contract/screening/screening.ts'
import { formatDate, relativeTime } from '#web/lib/dates.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { caseLink } from '#web/shared/cases/use-claim-next.ts'
import { OUTCOME_LOOKS, proposedText } from '#web/shared/screening/screening-outcomes.ts'
import { percent } from '#web/shared/screening/screening-text.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { DataTable, SortTh, Td, Th } from '#web/ui/data-table.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { type LoadedPages, MorePages } from '#web/ui/more-pages.tsx'
import { Name } from '#web/ui/name.tsx'
import { Page } from '#web/ui/page.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { LoadingRegion } from '#web/ui/skeleton.tsx'
import { CardSkeleton } from '#web/ui/skeleton-rows.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import {
  isFiltered,
  type MatchFilters,
  matchFiltersOf,
  matchSearchOf,
  matchSortDirection,
  sortedBy,
} from './filters.ts'
import { ListsInForce } from './lists-in-force.tsx'
import { openMatchesQuery } from './queries.ts'
import { SettingsCard } from './settings-card.tsx'
import { TrialCard } from './trial-card.tsx'

const WAITING_LABELS: Readonly<Record<MatchWaiting, string>> = {
  day: 'More than a day',
  week: 'More than a week',
  month: 'More than 30 days',
}

/** The sanctions lists in force, and every match awaiting a decision. */
export function ScreeningPage() {
  usePageTitle('Sanctions screening')
  const filters = matchFiltersOf(useSearch({ from: '/admin-shell/admin/screening' }))
  const navigate = useNavigate()
  const query = useInfiniteQuery(openMatchesQuery(filters))
  const show = (next: MatchFilters) =>
    void navigate({ to: '/admin/screening', search: matchSearchOf(next), resetScroll: false })
  const first = query.data?.pages[0]
  return (
    <Page width="wide">
      <h1 className="mb-5" tabIndex={-1}>
        Sanctions screening
      </h1>
      {first ? (
        <div className="grid gap-6">
          <Card aria-labelledby="open-matches">
            <CardHeader id="open-matches" title="Open matches" />
            {first.open > 0 || isFiltered(filters) ? (
              <MatchFilterBar
                filters={filters}
                lists={first.lists.map(({ source }) => source)}
                onChange={show}
              />
            ) : null}
            <OpenMatches
              matches={query.data?.pages.flatMap(({ matches }) => matches) ?? []}
              filters={filters}
              query={query}
              onChange={show}
            />
          </Card>
          <ListsInForce
            lists={first.lists}
            renewals={first.renewals}
            refusedFiles={first.refusedFiles}
            waiting={first.waiting}
          />
          <SettingsCard settings={first.settings} />
          <TrialCard />
        </div>
      ) : query.error ? (
        <Card aria-labelledby="open-matches">
          <h2 id="open-matches" className="sr-only">
            Open matches
          </h2>
          <ErrorState
            title="We couldn’t load the screening"
            message={query.error.message}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        </Card>
      ) : (
        <LoadingRegion label="Loading the screening" className="grid gap-6">
          <CardSkeleton heights={[22, 40, 40, 40, 40]} />
          <CardSkeleton heights={[22, 40, 40]} />
        </LoadingRegion>
      )}
    </Page>
  )
}

type Props = { filters: MatchFilters; lists: readonly ListSource[]; onChange: (next: MatchFilters) => void }

/** The matches' filters; they are kept in the URL, so that a link to them can be shared. */
function MatchFilterBar({ filters, lists, onChange }: Props) {
  // A list no longer in force still has its matches until everyone has been screened without it.
  const sources = [...new Set([...lists, ...(filters.source ? [filters.source] : [])])]
  return (
    <FilterBar>
      <SelectField
        label="Match"
        compact
        placeholder="All"
        value={filters.level ?? ''}
        options={MatchLevel.options.map((level) => ({
          value: level,
          label: OUTCOME_LOOKS[level].label,
        }))}
        onChange={({ target }) => onChange({ ...filters, level: MatchLevel.safeParse(target.value).data })}
      />
      <SelectField
        label="List"
        compact
        placeholder="All"
        value={filters.source ?? ''}
        options={sources.map((source) => ({ value: source, label: listName(source) }))}
        onChange={({ target }) =>
          onChange({ ...filters, source: matchFiltersOf({ list: target.value }).source })
        }
      />
      <SelectField
        label="Waiting"
        compact
        placeholder="Any time"
        value={filters.waiting ?? ''}
        options={MatchWaiting.options.map((waiting) => ({ value: waiting, label: WAITING_LABELS[waiting] }))}
        onChange={({ target }) =>
          onChange({ ...filters, waiting: MatchWaiting.safeParse(target.value).data })
        }
      />
      {isFiltered(filters) ? (
        <Button size="sm" className="self-end" onClick={() => onChange({})}>
          Clear filters
        </Button>
      ) : null}
    </FilterBar>
  )
}

type OpenMatchesProps = {
  matches: readonly z.infer<typeof OpenMatch>[]
  filters: MatchFilters
  query: LoadedPages & { isPlaceholderData: boolean }
  onChange: (next: MatchFilters) => void
}

/** The undecided matches, each with a link to its case. */
function OpenMatches({ matches, filters, query, onChange }: OpenMatchesProps) {
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
        {matches.map(({ match, userId, kind, reference, subjectName, subjectLabel, companyName }) => (
          <tr key={match.id}>
            <Td head className="font-semibold wrap-anywhere">
              <Name>{subjectName}</Name>
              <span className="block text-sm font-normal text-ink-3">{reference}</span>
            </Td>
            <Td label="Who">
              {subjectLabel}
              {companyName ? (
                <span className="block text-sm text-ink-3 wrap-anywhere">
                  <Name>{companyName}</Name>
                </span>
              ) : null}
            </Td>
            <Td label="May be" className="wrap-anywhere">
              <Name>{match.explanation?.listedName ?? match.entry.names[0]?.text}</Name>
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
                <span className="block max-w-72 text-sm text-ink-2 wrap-anywhere">
                  {proposedText(match.proposal)}
                </span>
              ) : null}
              {match.level === 'possible' && match.explanation?.heldBack[0] ? (
                <span className="block max-w-72 text-sm text-ink-2">
                  Not called strong: {match.explanation.heldBack[0]}
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
                Open case
                <span className="sr-only">
                  {' '}
                  of {subjectName}, {reference}
                </span>
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

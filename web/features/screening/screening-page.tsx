import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { listName } from '#contract/screening/list-name.ts'
import { type ListSource, MatchLevel } from '#contract/screening/sanctions.ts'
import { MatchWaiting } from '#contract/screening/screening.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { OUTCOME_LOOKS } from '#web/shared/screening/screening-outcomes.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { Page } from '#web/ui/page.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { LoadingRegion } from '#web/ui/skeleton.tsx'
import { CardSkeleton } from '#web/ui/skeleton-rows.tsx'
import { isFiltered, type MatchFilters, matchFiltersOf, matchSearchOf } from './filters.ts'
import { ListsInForce } from './lists-in-force.tsx'
import { OpenMatches } from './open-matches.tsx'
import { openMatchesQuery } from './queries.ts'
import { SettingsCard } from './settings-card.tsx'
import { TrialCard } from './trial-card.tsx'

const WAITING_LABELS: Readonly<Record<MatchWaiting, string>> = {
  day: 'More than a day',
  week: 'More than a week',
  month: 'More than 30 days',
}

/** The sanctions lists in force, and every match that waits for a person's decision (law §3.3). */
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
          <ListsInForce lists={first.lists} renewals={first.renewals} waiting={first.waiting} />
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

/** Which matches the list shows; the address holds it, so that it can be sent to a colleague. */
function MatchFilterBar({ filters, lists, onChange }: Props) {
  // One that is in force no more still has its matches, until everyone is screened without it.
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

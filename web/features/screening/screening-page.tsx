import '#web/styles/screening.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { CardSkeleton } from '#web/ui/card-skeleton.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { LoadingRegion } from '#web/ui/skeleton.tsx'
import { isFiltered, type MatchFilters, matchFiltersOf, matchSearchOf } from './filters.ts'
import { ListsInForce } from './lists-in-force.tsx'
import { MatchFilterBar } from './match-filter-bar.tsx'
import { OpenMatches } from './open-matches.tsx'
import { openMatchesQuery } from './queries.ts'
import { SettingsCard } from './settings-card.tsx'
import { TrialCard } from './trial-card.tsx'

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

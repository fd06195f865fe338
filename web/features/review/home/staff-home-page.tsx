import '#web/styles/admin.css'
import '#web/styles/staff-home.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { StaffHome } from '#contract/review/staff-home.ts'
import type { Capability } from '#contract/roles.ts'
import { useMay } from '#web/lib/may.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useUser } from '#web/lib/session.ts'
import { useNow } from '#web/shared/cases/use-now.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/card.tsx'
import { CardSkeleton } from '#web/ui/card-skeleton.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { ActivityCard } from './activity-card.tsx'
import { DaysCard } from './days-card.tsx'
import { DecisionsCard } from './decisions-card.tsx'
import { FunnelCard } from './funnel-card.tsx'
import { MatchesCard } from './matches-card.tsx'
import { NextCases } from './next-cases.tsx'
import { staffHomeQuery } from './queries.ts'
import { QueueTiles } from './queue-tiles.tsx'
import { staffGreeting, waitingSentence } from './staff-home-text.ts'
import { StatesCard } from './states-card.tsx'

/** What staff see at `/`: the queue by age first, then figures and charts (choices §7, design §9). */
export function StaffHomePage() {
  usePageTitle('Staff Dashboard')
  const user = useUser()
  const now = useNow()
  const { data, error, isFetching, refetch } = useQuery(staffHomeQuery)
  const showsQueue = useShows('queue.read')
  return (
    <Page>
      <div className="sh-h">
        <div className="min-w-0">
          <h1 className="wrap-anywhere" tabIndex={-1}>
            {staffGreeting(user?.name ?? user?.nickname, now)}
          </h1>
          <p className="mt-1 min-h-6 text-ink-2">
            {data && showsQueue ? waitingSentence(data.queue, now) : null}
          </p>
        </div>
        {user?.roles?.length ? (
          <Link className={buttonClass('primary')} to="/admin/dashboard">
            <ShieldCheck className="i" />
            Admin Dashboard
          </Link>
        ) : null}
      </div>
      {data ? (
        <Figures home={data} />
      ) : error ? (
        <section>
          <h2 className="sr-only">Figures</h2>
          <ErrorState
            card
            title="Error loading figures"
            message={error.message}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        </section>
      ) : (
        <LoadingRegion label="Loading figures">
          <Skeleton height={158} />
          <div className="sd">
            <div className="col">
              <CardSkeleton heights={[22, 56, 56, 56, 56, 56]} />
              <CardSkeleton heights={[22, 240]} />
              <CardSkeleton heights={[22, 24, 24, 24, 24, 24, 24, 24]} />
            </div>
            <div className="col">
              <CardSkeleton heights={[22, 60]} />
              <CardSkeleton heights={[22, 90]} />
              <CardSkeleton heights={[22, 28, 28, 28, 28, 28, 28, 28]} />
              <CardSkeleton heights={[22, 40, 40, 40, 40, 40]} />
            </div>
          </div>
        </LoadingRegion>
      )}
    </Page>
  )
}

/** Whether figures of a list are shown: to those who may open it, and to staff without a role, who have figures alone. */
function useShows(capability: Capability): boolean {
  const isWithoutRole = !useUser()?.roles?.length
  return useMay(capability) || isWithoutRole
}

function Figures({ home }: { home: StaffHome }) {
  const [hasQueue, hasMatches] = [useMay('queue.read'), useMay('screening.read')]
  const [showsQueue, showsMatches] = [useShows('queue.read'), useShows('screening.read')]
  return (
    <>
      {showsQueue ? <QueueTiles queue={home.queue} linked={hasQueue} /> : null}
      <div className="sd">
        <div className="col">
          {home.next || hasQueue ? <NextCases rows={home.next} waiting={home.queue.waiting} /> : null}
          <Card aria-labelledby="days">
            <DaysCard days={home.days} />
          </Card>
          <FunnelCard funnel={home.funnel} />
        </div>
        <div className="col">
          {showsMatches ? <MatchesCard openMatches={home.openMatches} linked={hasMatches} /> : null}
          <DecisionsCard decisions={home.decisions} />
          <StatesCard
            states={home.states}
            lateConfirmations={home.lateConfirmations}
            unreviewedApprovals={home.unreviewedApprovals}
            linked={hasQueue}
          />
          <ActivityCard activity={home.activity} />
        </div>
      </div>
    </>
  )
}

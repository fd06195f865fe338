import '#web/styles/admin.css'
import '#web/styles/staff-home.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { Activity, StaffHome } from '#contract/review/staff-home.ts'
import type { Capability } from '#contract/roles.ts'
import { FIGURE_DAYS, PROMISED_HOURS } from '#contract/verification/cases.ts'
import { approvalSentence, isFullyReviewed } from '#domain/cases/approval-basis.ts'
import { relativeTime } from '#web/lib/dates.ts'
import { useMay } from '#web/lib/may.tsx'
import { formatNumber } from '#web/lib/numbers.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useUser } from '#web/lib/session.ts'
import { useNow } from '#web/shared/cases/use-now.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { CardSkeleton } from '#web/ui/skeleton-rows.tsx'
import { DaysCard } from './days-card.tsx'
import { FunnelCard } from './funnel-card.tsx'
import { NextCases } from './next-cases.tsx'
import { staffHomeQuery } from './queries.ts'
import { QueueTiles } from './queue-tiles.tsx'
import { daysSentence, shareText, spanText, staffGreeting, waitingSentence } from './staff-home-text.ts'
import { StatesCard } from './states-card.tsx'

const TITLES: Readonly<Record<Activity['type'], string>> = {
  'user.created': 'Signed up',
  'case.submitted': 'Submitted for verification',
  'case.approved': 'Approved',
  'case.returned': 'Sent back',
  'case.rejected': 'Rejected',
}

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
            {data && (showsQueue ? waitingSentence(data.queue, now) : `${daysSentence(data.days)}.`)}
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

/** How many screening matches no one has decided on; while one is open, no one of its case is approved. */
export function MatchesCard({ openMatches, linked }: Pick<StaffHome, 'openMatches'> & { linked: boolean }) {
  const words = openMatches === 1 ? 'match to decide on' : 'matches to decide on'
  return (
    <Card aria-labelledby="matches">
      <CardHeader id="matches" title="Sanctions screening" />
      <CardBody>
        {openMatches === 0 ? (
          <p className="text-ink-2">No matches to decide.</p>
        ) : (
          <>
            <p className="sh-v">
              {linked ? (
                <Link to="/admin/screening" className="sh-l">
                  {formatNumber(openMatches)}
                  <span className="sr-only"> {words}</span>
                </Link>
              ) : (
                formatNumber(openMatches)
              )}
            </p>
            <p className="text-sm text-ink-3" aria-hidden={linked || undefined}>
              {words}
            </p>
          </>
        )}
      </CardBody>
    </Card>
  )
}

/** How long people waited for their decision, and how often the promise was kept. */
export function DecisionsCard({ decisions }: Pick<StaffHome, 'decisions'>) {
  const { count, withinPromise, medianHours, medianWorkingHours } = decisions
  return (
    <Card aria-labelledby="decisions">
      <CardHeader id="decisions" title="Time to decision">
        <span className="text-sm text-ink-3">Last {FIGURE_DAYS} days</span>
      </CardHeader>
      <CardBody>
        {medianHours === null ? (
          <p className="text-ink-2">Nothing was decided in this period.</p>
        ) : (
          <>
            <p className="sh-v">{spanText(medianHours)}</p>
            <p className="text-sm text-ink-3">median, by the clock</p>
            {medianWorkingHours === null ? null : (
              <>
                <p className="sh-v mt-4">{spanText(medianWorkingHours)}</p>
                <p className="text-sm text-ink-3">
                  median of working time, without weekends and bank holidays
                </p>
              </>
            )}
            <p className="mt-4 text-card">
              {formatNumber(withinPromise)} of {formatNumber(count)} within {PROMISED_HOURS} hours (
              {shareText(withinPromise, count)})
            </p>
          </>
        )}
      </CardBody>
    </Card>
  )
}

/** The latest sign-ups, submissions and decisions; without names for staff who may not read them. */
function ActivityCard({ activity }: { activity: readonly Activity[] }) {
  const now = useNow()
  return (
    <Card aria-labelledby="activity">
      <CardHeader id="activity" title="Recent activity" />
      {activity.length === 0 ? (
        <CardBody>
          <p className="text-ink-2">Nothing yet.</p>
        </CardBody>
      ) : (
        <ul className="lst">
          {activity.map(({ id, type, at, person, by, approval }) => (
            <li key={id}>
              <span className="sh-n flex-1">
                {person ? (
                  <Link
                    to="/admin/users/$id"
                    params={{ id: String(person.id) }}
                    search={{
                      tab: person.kind ? (person.kind === 'business' ? 'business' : 'kyc') : undefined,
                    }}
                  >
                    {person.name}
                  </Link>
                ) : null}
                <span className={person ? 'text-sm text-ink-3' : undefined}>
                  {TITLES[type]}
                  {by ? ` by ${by}` : ''}
                  {approval && !isFullyReviewed(approval) ? `. ${approvalSentence(approval)}` : ''}
                </span>
              </span>
              <span className="text-sm whitespace-nowrap text-ink-3">{relativeTime(at, now)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

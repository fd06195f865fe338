import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { Activity, StaffHome } from '#contract/review/staff-home.ts'
import { approvalSentence, isFullyReviewed } from '#domain/cases/approval-basis.ts'
import { isolated } from '#domain/isolated.ts'
import { relativeTime } from '#web/lib/dates.ts'
import { IfMay, useMay } from '#web/lib/may.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useUser } from '#web/lib/session.ts'
import { useClaimNext } from '#web/shared/cases/use-claim-next.ts'
import { useNow } from '#web/shared/cases/use-now.ts'
import { useShortcuts } from '#web/shared/shell/use-shortcuts.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Name } from '#web/ui/name.tsx'
import { Page } from '#web/ui/page.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { CardSkeleton } from '#web/ui/skeleton-rows.tsx'
import { DaysCard } from './days-card.tsx'
import { FunnelCard } from './funnel-card.tsx'
import { HomeCard, HomeNote } from './home-card.tsx'
import { InvoicesCard } from './invoices-card.tsx'
import { PromiseCard } from './promise-card.tsx'
import { staffHomeQuery } from './queries.ts'
import { RequestsCard, ScreeningHomeCard } from './requests-card.tsx'
import { SignalsCard } from './signals-card.tsx'
import { staffGreeting, todaySentence, workSentence } from './staff-home-text.ts'
import { StatesCard } from './states-card.tsx'
import { SupportCard } from './support-card.tsx'
import { TeamCard } from './team-card.tsx'
import { TodayTiles } from './today-tiles.tsx'
import { WorkCard } from './work-card.tsx'

/** The rest is in the audit log. */
const ACTIVITY_SHOWN = 5

const TITLES: Readonly<Record<Activity['type'], string>> = {
  'user.created': 'Signed up',
  'case.submitted': 'Submitted for verification',
  'case.approved': 'Approved',
  'case.returned': 'Sent back',
  'case.rejected': 'Rejected',
}

/** The same for staff who may not see whose it was. */
const NAMELESS_TITLES: Readonly<Record<Activity['type'], string>> = {
  'user.created': 'Someone signed up',
  'case.submitted': 'Someone submitted for verification',
  'case.approved': 'An application was approved',
  'case.returned': 'An application was sent back',
  'case.rejected': 'An application was rejected',
}

/** The staff's `/`: the queue by age first, then figures and charts (choices §7.4). */
export function StaffHomePage() {
  usePageTitle('Staff Dashboard')
  const user = useUser()
  const now = useNow()
  const { data, error, isFetching, refetch } = useQuery(staffHomeQuery)
  const showsQueue = useShowsQueue()
  return (
    <Page width="wide" className="pt-5">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-[1.625rem] leading-8 wrap-anywhere" tabIndex={-1}>
            {staffGreeting(user?.name, now)}
          </h1>
          <p className="min-h-6 text-card text-ink-2">
            {data && (showsQueue ? todaySentence(data) : workSentence(data))}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          {user?.roles?.length ? (
            <Link className={buttonClass('secondary')} to="/admin/dashboard">
              <ShieldCheck />
              Admin Dashboard
            </Link>
          ) : null}
          <IfMay capability="cases.work">
            <TakeNext />
          </IfMay>
        </div>
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
          <Skeleton height={76} />
          <div className={`mt-4 ${COLUMNS}`}>
            <div className={COLUMN}>
              <CardSkeleton heights={[22, 38, 38, 38, 38, 38, 38, 38]} />
              <CardSkeleton heights={[22, 200]} />
            </div>
            <div className={COLUMN}>
              <CardSkeleton heights={[22, 36, 36, 36]} />
              <CardSkeleton heights={[22, 46, 46]} />
              <CardSkeleton heights={[22, 46, 46]} />
            </div>
          </div>
        </LoadingRegion>
      )}
    </Page>
  )
}

const COLUMNS =
  'grid grid-cols-[minmax(0,1fr)_400px] items-start gap-4 max-[1180px]:grid-cols-[minmax(0,1fr)]'
const COLUMN = 'grid min-w-0 gap-4'

/** Claims the most urgent case and opens it, also by its shortcut. */
function TakeNext() {
  const { claimNext, isClaiming } = useClaimNext()
  useShortcuts([{ key: 'n', label: 'Claim the next case and open it', run: claimNext }])
  return (
    <Button
      variant="primary"
      busy={isClaiming}
      busyLabel="Claiming..."
      aria-keyshortcuts="N"
      onClick={claimNext}
    >
      Take the next case <Kbd>N</Kbd>
    </Button>
  )
}

/**
 * Whether the queue's figures are shown: to those who may open it, and to staff without a role, who see only
 * figures.
 */
function useShowsQueue(): boolean {
  const isWithoutRole = !useUser()?.roles?.length
  return useMay('queue.read') || isWithoutRole
}

function Figures({ home }: { home: StaffHome }) {
  const hasQueue = useMay('queue.read')
  const hasPeople = useMay('people.find')
  const showsQueue = useShowsQueue()
  return (
    <div className="grid gap-4">
      {showsQueue ? <TodayTiles home={home} linked={hasQueue} /> : null}
      <div className={COLUMNS}>
        <div className={COLUMN}>
          {hasQueue ? <WorkCard home={home} /> : null}
          <div className="grid grid-cols-[1.12fr_1fr] items-start gap-4 max-[980px]:grid-cols-[minmax(0,1fr)]">
            <PromiseCard decisions={home.decisions} linked={hasQueue} />
            <FunnelCard funnel={home.funnel} linked={hasPeople} />
          </div>
          <DaysCard days={home.days} linked={{ people: hasPeople, decisions: hasQueue }} />
          {showsQueue ? <SignalsCard linked={hasQueue} /> : null}
        </div>
        <div className={COLUMN}>
          {home.team ? <TeamCard team={home.team} /> : null}
          {home.screening ? <ScreeningHomeCard screening={home.screening} /> : null}
          {home.requests ? <RequestsCard requests={home.requests} /> : null}
          {home.invoices ? <InvoicesCard invoices={home.invoices} /> : null}
          {home.support ? <SupportCard support={home.support} /> : null}
          <ActivityCard activity={home.activity} />
          <StatesCard
            states={home.states}
            lateConfirmations={home.lateConfirmations}
            unreviewedApprovals={home.unreviewedApprovals}
            linked={hasQueue}
          />
        </div>
      </div>
    </div>
  )
}

/** The latest sign-ups, submissions and decisions; without names for staff who may not see them. */
function ActivityCard({ activity }: { activity: readonly Activity[] }) {
  const now = useNow()
  return (
    <HomeCard id="activity" title="New here">
      {activity.length === 0 ? (
        <HomeNote>Nothing yet.</HomeNote>
      ) : (
        <ul className="py-1">
          {activity.slice(0, ACTIVITY_SHOWN).map(({ id, type, at, person, by, approval }) => (
            <li
              key={id}
              className="flex min-h-[46px] items-center justify-between gap-3 border-t border-line px-[18px] py-1.5 text-sm/4.75 first:border-t-0 max-[640px]:px-4"
            >
              <span className="grid min-w-0 wrap-anywhere">
                {person ? (
                  <Link
                    className="justify-self-start py-[3px] font-semibold text-ink no-underline hover:underline"
                    to="/admin/users/$id"
                    params={{ id: String(person.id) }}
                    search={{
                      tab: person.kind ? (person.kind === 'business' ? 'business' : 'kyc') : undefined,
                    }}
                  >
                    <Name>{person.name}</Name>
                  </Link>
                ) : null}
                <span className={person ? 'text-[.84375rem] text-ink-3' : undefined}>
                  {(person ? TITLES : NAMELESS_TITLES)[type]}
                  {by ? ` by ${isolated(by)}` : ''}
                  {approval && !isFullyReviewed(approval) ? `. ${approvalSentence(approval)}` : ''}
                </span>
              </span>
              <span className="text-[.84375rem] whitespace-nowrap text-ink-3">{relativeTime(at, now)}</span>
            </li>
          ))}
        </ul>
      )}
    </HomeCard>
  )
}

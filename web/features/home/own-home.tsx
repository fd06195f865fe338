import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { HomePanel } from '#contract/verification/leaf.ts'
import { isolated } from '#domain/isolated.ts'
import { api } from '#web/lib/api.ts'
import { useCompany } from '#web/lib/company.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { useUser } from '#web/lib/session.ts'
import { signOut } from '#web/lib/sign-out.ts'
import { WaitingApplication } from '#web/shared/onboarding/waiting-application.tsx'
import { PendingErasure } from '#web/shared/privacy/pending-erasure.tsx'
import { homeQuery } from '#web/shared/verification/leaf/home-query.ts'
import { DrawnLeaf } from '#web/shared/verification/leaf/leaf.tsx'
import { MeanwhileCard } from '#web/shared/verification/meanwhile-card.tsx'
import { Card } from '#web/ui/card.tsx'
import { cardClass } from '#web/ui/card-class.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { InvoicesDue } from './invoices-due.tsx'
import { LeafCard } from './leaf-card.tsx'
import { NextPanel } from './next-panel.tsx'

const LIST_CLASS = 'min-w-0 2xl:col-start-1 2xl:row-span-2 2xl:row-start-2'
const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/**
 * `/` for everyone except staff: their progress, line by line, and the one thing to do next (design §11.4).
 * `isWelcome` adds the welcome page's links, which are otherwise in the header.
 */
export function OwnHome({ isWelcome = false }: { isWelcome?: boolean }) {
  const home = useQuery(homeQuery)
  const { title, lead, leaf, notes, meanwhile, canStart } = home.data ?? {}
  const isFailed = home.isError && !home.data
  const panel = usePanel(home.data?.panel, isFailed)
  usePageTitle(title ?? 'Home')
  const isFirstSight = home.data?.isFirstSight ?? false
  useApprovalShown(isFirstSight)
  const company = useCompany()
  const user = useUser()
  // By the first name, as in the title: the application's, if the account's differs.
  const name = (home.data?.firstName ?? user?.name)?.trim().split(/\s+/)[0]
  return (
    <Page className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 pt-9 max-md:gap-4 max-md:pt-5 2xl:grid-cols-[minmax(0,1fr)_344px] 2xl:grid-rows-[auto_auto_1fr] 2xl:gap-x-8 2xl:gap-y-4">
      <div className="2xl:col-span-2 2xl:mb-2">
        <WaitingApplication className="mb-5" />
        <PendingErasure dueAt={home.data?.erasureDueAt} className="mb-5" />
        <div className="flex items-center justify-between gap-3">
          <div className="min-w-0">
            <p className="text-sm font-medium text-ink-3 [overflow-wrap:anywhere]">
              {name ? `Welcome to ${company.name}, ${isolated(name)}` : `Welcome to ${company.name}`}
            </p>
            <h1 className="mt-1 [overflow-wrap:anywhere]" tabIndex={-1}>
              {title ?? (home.isError ? 'Your account' : <TitleSkeleton />)}
            </h1>
            {lead || home.isPending ? (
              <p className="mt-1 max-w-[64ch] text-lead text-ink-2 max-md:mt-2 max-md:text-base">
                {lead ?? <Skeleton width="90%" height={48} />}
              </p>
            ) : null}
          </div>
          {leaf ? (
            <DrawnLeaf
              lines={leaf.lines}
              size="compact"
              isFirstSight={isFirstSight}
              className="h-auto w-[118px] flex-none rail:hidden"
            />
          ) : null}
        </div>
      </div>
      {panel ? <NextPanel panel={panel} /> : null}
      {home.isPending ? (
        <HomeSkeleton />
      ) : (
        <div className={LIST_CLASS}>
          {leaf ? (
            <LeafCard leaf={leaf} isFirstSight={isFirstSight} />
          ) : isFailed ? (
            <ErrorState
              card
              title="We can’t show your verification. Nothing is lost."
              message={home.error?.message}
              onRetry={() => void home.refetch()}
              retrying={home.isFetching}
            />
          ) : null}
        </div>
      )}
      <div className="grid min-w-0 gap-4 2xl:col-start-2">
        {meanwhile ? <MeanwhileCard meanwhile={meanwhile} /> : null}
        <InvoicesDue inPanel={panel?.invoiceId ?? null} />
        {notes?.map(({ title: heading, texts }) => (
          <Card key={heading} className="px-5 py-4">
            <h2 className="text-h4">{heading}</h2>
            {texts.length === 1 ? (
              <p className="mt-0.5 text-sm text-ink-2">{texts[0]}</p>
            ) : (
              <ul className="mt-1 list-disc pl-5 text-sm text-ink-2">
                {texts.map((text) => (
                  <li key={text} className="py-0.5">
                    {text}
                  </li>
                ))}
              </ul>
            )}
          </Card>
        ))}
        {isWelcome ? (
          <WelcomeLinks canStart={canStart ?? true} />
        ) : panel?.button?.href.startsWith('mailto:') ? null : (
          <SupportLink className="px-1 text-sm" />
        )}
      </div>
    </Page>
  )
}

/** Keeps the next step, if known, even while the lines can't be shown (design §11.4). */
function usePanel(panel: HomePanel | undefined, isFailed: boolean): HomePanel | undefined {
  const status = useQuery({ ...endpointQuery('GET /api/verification/status'), enabled: isFailed })
  const next = isFailed ? status.data?.standing.next : undefined
  if (panel || !next) return panel
  const { title, text, action, href } = next
  const button = { action, href }
  return {
    eyebrow: null,
    title,
    text,
    quotes: [],
    button,
    mistake: null,
    clock: null,
    invoiceId: next.invoiceId ?? null,
  }
}

/** Tells the server that the approval was shown; if that fails it is shown again. */
function useApprovalShown(isFirstSight: boolean) {
  useEffect(() => {
    if (isFirstSight) void api('PUT /api/home/approval-shown').catch(() => undefined)
  }, [isFirstSight])
}

function TitleSkeleton() {
  return (
    <>
      <span className="sr-only">Loading</span>
      <Skeleton width="75%" height={32} />
    </>
  )
}

/** The panel and the leaf's list while they load, at about their final height. */
function HomeSkeleton() {
  return (
    <>
      <div className={cardClass(false, 'h-[212px]')} aria-hidden="true" />
      <LoadingRegion
        label="Loading your verification"
        className={classNames(LIST_CLASS, cardClass(true, 'grid gap-5'))}
      >
        <Skeleton width={180} height={24} />
        {ROWS.map((row) => (
          <Skeleton key={row} height={28} />
        ))}
      </LoadingRegion>
    </>
  )
}

/** The specified links from the welcome page, for someone signed in (account-admin §2.2). */
function WelcomeLinks({ canStart }: { canStart: boolean }) {
  return (
    <nav aria-label="Your account" className="px-1">
      <ul className="flex flex-wrap gap-x-5 text-sm [&_a]:inline-block [&_a]:py-1.5 [&_button]:py-1.5">
        <li>
          <Link to="/profile">View Your Profile</Link>
        </li>
        {canStart ? (
          <li>
            <Link to="/onboarding">Start Onboarding</Link>
          </li>
        ) : null}
        <li>
          <SupportLink />
        </li>
        <li>
          <button type="button" className="link" onClick={signOut}>
            Sign Out
          </button>
        </li>
      </ul>
    </nav>
  )
}

function SupportLink({ className }: { className?: string }) {
  const { supportEmail } = useCompany()
  return (
    <p className={className}>
      <a className="inline-block py-1.5" href={`mailto:${supportEmail}`}>
        Contact Support
      </a>
    </p>
  )
}

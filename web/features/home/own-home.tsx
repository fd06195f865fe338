import { useQuery } from '@tanstack/react-query'
import { useCompany } from '#web/lib/company.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useUser } from '#web/lib/session.ts'
import { WaitingApplication } from '#web/shared/onboarding/waiting-application.tsx'
import { DrawnLeaf } from '#web/shared/verification/leaf/leaf.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { HomeSkeleton } from './home-skeleton.tsx'
import { InvoicesDue } from './invoices-due.tsx'
import { LeafCard } from './leaf-card.tsx'
import { MeanwhileCard, NextPanel } from './next-panel.tsx'
import { homeQuery } from './queries.ts'
import { WelcomeLinks } from './welcome-links.tsx'

/** `/` of everyone who is no staff: where they stand, line by line, and the one thing to do next (design §11). */
export function OwnHome() {
  const home = useQuery(homeQuery)
  const { title, lead, leaf, panel, notes, meanwhile } = home.data ?? {}
  usePageTitle(title ?? 'Home')
  const company = useCompany()
  const user = useUser()
  const name = user?.name ?? user?.nickname
  return (
    <Page className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 pt-9 max-md:gap-4 max-md:pt-5 2xl:grid-cols-[minmax(0,1fr)_344px] 2xl:grid-rows-[auto_auto_1fr] 2xl:gap-x-8 2xl:gap-y-4">
      <div className="flex items-center justify-between gap-3 2xl:col-span-2 2xl:mb-2">
        <div className="min-w-0">
          <WaitingApplication className="mb-5" />
          <p className="text-sm font-medium text-ink-3 [overflow-wrap:anywhere]">
            {name ? `Welcome to ${company.name}, ${name}` : `Welcome to ${company.name}`}
          </p>
          <h1 className="mt-1 [overflow-wrap:anywhere]" tabIndex={-1}>
            {title ?? (home.isError ? 'Your account' : <span className="sr-only">Loading</span>)}
          </h1>
          {lead ? <p className="lead mt-1 max-w-[64ch] max-md:mt-2 max-md:text-base">{lead}</p> : null}
        </div>
        {leaf ? (
          <DrawnLeaf lines={leaf.lines} size="compact" className="h-auto w-[118px] flex-none md:hidden" />
        ) : null}
      </div>
      {panel ? <NextPanel panel={panel} /> : null}
      <div className="min-w-0 2xl:col-start-1 2xl:row-span-2 2xl:row-start-2">
        {leaf ? (
          <LeafCard leaf={leaf} />
        ) : home.isError && !home.data ? (
          <ErrorState
            card
            title="We can’t show your verification. Nothing is lost."
            message={home.error.message}
            onRetry={() => void home.refetch()}
            retrying={home.isFetching}
          />
        ) : home.data ? null : (
          <HomeSkeleton />
        )}
      </div>
      <div className="grid min-w-0 gap-4 2xl:col-start-2">
        {meanwhile ? <MeanwhileCard meanwhile={meanwhile} /> : null}
        <InvoicesDue />
        {notes?.map(({ title: heading, texts }) => (
          <Card key={heading} className="px-5 py-4">
            <h2 className="h4">{heading}</h2>
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
        <WelcomeLinks />
      </div>
    </Page>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useEffect } from 'react'
import { formatMoney } from '#contract/money.ts'
import type { HomePanel } from '#contract/verification/leaf.ts'
import { invoiceLabel } from '#domain/invoices/invoice-dates.ts'
import { api } from '#web/lib/api.ts'
import { useCompany } from '#web/lib/company.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useUser } from '#web/lib/session.ts'
import { signOut } from '#web/lib/sign-out.ts'
import { INVOICE_LOOKS } from '#web/shared/invoices/invoice-badges.tsx'
import { invoicesPlace } from '#web/shared/invoices/invoice-link.tsx'
import { dueDateText, isInvoiceLate } from '#web/shared/invoices/invoice-text.ts'
import { usePayableInvoices } from '#web/shared/invoices/queries.ts'
import { WaitingApplication } from '#web/shared/onboarding/waiting-application.tsx'
import { homeQuery } from '#web/shared/verification/leaf/home-query.ts'
import { DrawnLeaf } from '#web/shared/verification/leaf/leaf.tsx'
import { MeanwhileCard } from '#web/shared/verification/meanwhile-card.tsx'
import { TaskLink } from '#web/shared/verification/step-link.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { LeafCard } from './leaf-card.tsx'

const SHOWN = 3

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/**
 * `/` of everyone who is no staff: where they stand, line by line, and the one thing to do next (design §11). `hasStart`: with the
 * way into onboarding even where everything was sent, as the welcome page has it.
 */
export function OwnHome({ hasStart = false }: { hasStart?: boolean }) {
  const home = useQuery(homeQuery)
  const { title, lead, leaf, panel, notes, meanwhile, canStart } = home.data ?? {}
  usePageTitle(title ?? 'Home')
  const isFirstSight = home.data?.isFirstSight ?? false
  useApprovalShown(isFirstSight)
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
          <DrawnLeaf
            lines={leaf.lines}
            size="compact"
            isFirstSight={isFirstSight}
            className="h-auto w-[118px] flex-none md:hidden"
          />
        ) : null}
      </div>
      {panel ? <NextPanel panel={panel} /> : null}
      <div className="min-w-0 2xl:col-start-1 2xl:row-span-2 2xl:row-start-2">
        {leaf ? (
          <LeafCard leaf={leaf} isFirstSight={isFirstSight} />
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
        {panel?.isPayment ? null : <InvoicesDue />}
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
        <WelcomeLinks hasStart={hasStart || canStart === true} />
      </div>
    </Page>
  )
}

/** Has the server note that the approval was shown; where that fails it is shown again. */
function useApprovalShown(isFirstSight: boolean) {
  useEffect(() => {
    if (isFirstSight) void api('PUT /api/home/approval-shown').catch(() => undefined)
  }, [isFirstSight])
}

/** The list of the leaf while it is on its way. */
function HomeSkeleton() {
  return (
    <LoadingRegion label="Loading your verification" className="card pad grid gap-5">
      <Skeleton width={180} height={24} />
      {ROWS.map((row) => (
        <Skeleton key={row} height={28} />
      ))}
    </LoadingRegion>
  )
}

/** The specified ways on from the welcome page, for someone signed in (account-admin §2, Welcome page). */
function WelcomeLinks({ hasStart }: { hasStart: boolean }) {
  const { supportEmail } = useCompany()
  return (
    <nav aria-label="Your account" className="px-1">
      <ul className="flex flex-wrap gap-x-5 text-sm [&_a]:inline-block [&_a]:py-1.5 [&_button]:py-1.5">
        <li>
          <Link to="/profile">View Your Profile</Link>
        </li>
        <li>
          <Link to="/profile-dashboard">Go to Dashboard</Link>
        </li>
        {hasStart ? (
          <li>
            <Link to="/onboarding">Start Onboarding</Link>
          </li>
        ) : null}
        <li>
          <a href={`mailto:${supportEmail}`}>Contact Support</a>
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

/** What is owed, only if something is: amount, number, due date, and the way to pay it. */
function InvoicesDue() {
  const invoices = usePayableInvoices()
  if (!invoices?.length) return null
  return (
    <Card className="px-5 py-4" aria-labelledby="invoices-due">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="h4" id="invoices-due">
          Invoices due
        </h2>
        <Link className="text-sm" {...invoicesPlace()}>
          All invoices
        </Link>
      </div>
      <ul>
        {invoices.slice(0, SHOWN).map((invoice) => (
          <li
            key={invoice.id}
            className="mt-2.5 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line pt-2.5"
          >
            <span className="min-w-0">
              <b className="block text-base leading-[22px] font-semibold tabular-nums">
                {formatMoney(invoice.amount_due, invoice.currency)}
              </b>
              <span className="text-[13.5px] leading-[18px] text-ink-3 wrap-anywhere">
                {invoiceLabel(invoice)} · due {dueDateText(invoice.due_date)}
              </span>
            </span>
            <span className="flex items-center gap-2">
              {isInvoiceLate(invoice, new Date()) ? <StatusBadge look={INVOICE_LOOKS.overdue} /> : null}
              <Link
                className={buttonClass('secondary', 'sm')}
                aria-label={`Pay invoice ${invoiceLabel(invoice)}`}
                {...invoicesPlace()}
              >
                Pay
              </Link>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The one dark panel of the page with its one button; while we check, by when we answer and how much of that has passed. */
function NextPanel({ panel: { eyebrow, title, text, quotes, button, clock } }: { panel: HomePanel }) {
  return (
    <section
      aria-labelledby="next-step"
      className="rounded-3 bg-panel px-6 pt-[22px] pb-6 text-panel-ink max-md:px-[18px] max-md:pt-[18px] max-md:pb-5 forced-colors:border [&_:focus-visible]:outline-[var(--panel-focus)]"
    >
      {eyebrow ? <p className="text-[13.5px] leading-5 font-medium text-panel-ink-2">{eyebrow}</p> : null}
      <h2 className="mt-1 tabular-nums [overflow-wrap:anywhere]" id="next-step">
        {title}
      </h2>
      {text ? <p className="mt-2 text-card text-panel-ink-2 [overflow-wrap:anywhere]">{text}</p> : null}
      {quotes.map((quote) => (
        <blockquote
          key={quote.label}
          className="mt-3 rounded-2 bg-panel-2 px-3.5 py-3 text-card [overflow-wrap:anywhere]"
        >
          {quotes.length > 1 ? <b className="block font-semibold">{quote.label}</b> : null}
          {`“${quote.text}”`}
        </blockquote>
      ))}
      {clock ? (
        <div className="mt-4">
          <div
            aria-hidden="true"
            className="h-1.5 overflow-hidden rounded-full bg-panel-2 shadow-[inset_0_0_0_1px_var(--panel-line)] forced-colors:border"
          >
            <div
              className="h-full rounded-full bg-panel-leaf forced-colors:bg-[CanvasText]"
              style={{ width: `${clock.passed * 100}%` }}
            />
          </div>
          <p className="mt-[7px] flex flex-wrap justify-between gap-x-4 text-xs text-panel-ink-2 tabular-nums">
            <span>{clock.sent}</span>
            <span>{clock.left}</span>
          </p>
        </div>
      ) : null}
      {button ? (
        <TaskLink
          className="mt-[18px] inline-flex min-h-12 w-full items-center justify-center gap-2 rounded-2 bg-[#fff] px-5 text-base font-semibold text-panel no-underline hover:bg-panel-ink forced-colors:border"
          href={button.href}
        >
          {button.action}
          <ArrowRight className="i" />
        </TaskLink>
      ) : null}
    </section>
  )
}

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import { type DecidedAs, OUTCOME_LABELS } from '#contract/review/decision-outcomes.ts'
import type { DecisionRow } from '#contract/review/decisions.ts'
import type { CaseState } from '#contract/verification/cases.ts'
import { approvalSentence, isFullyReviewed } from '#domain/cases/approval-basis.ts'
import { caseReference } from '#domain/cases/case-reference.ts'
import { londonDate } from '#domain/plain-date.ts'
import { caseBadge } from '#domain/standing/case-badges.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { formatNumber } from '#web/lib/numbers.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { listQuery } from '#web/lib/query-client.ts'
import { caseLink } from '#web/shared/cases/use-claim-next.ts'
import { useNow } from '#web/shared/cases/use-now.ts'
import { UnconfirmedMark } from '#web/shared/directory/person-email.tsx'
import { BackLink } from '#web/shared/shell/back-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { DataTable, Td, Th } from '#web/ui/data-table.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { MorePages } from '#web/ui/more-pages.tsx'
import { Name } from '#web/ui/name.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { StandingBadge } from '#web/ui/standing-badge.tsx'
import { decisionFiltersOf } from './decision-filters.ts'
import { decisionsText, decisionsTitle } from './decisions-text.ts'

/** Others decide while the page is open; in milliseconds. */
const REFETCH_MS = 60_000

/** The decisions that a figure of the staff home counts: what, by whom and when (account-admin, Decisions). */
export function DecisionsPage() {
  const { days, ...narrowed } = decisionFiltersOf(useSearch({ from: '/admin-shell/admin/queue/decisions' }))
  const today = londonDate(useNow())
  const filters = { ...narrowed, days: days ?? `${today}..${today}` }
  const title = decisionsTitle(filters, today)
  const text = decisionsText(filters)
  usePageTitle(title)
  return (
    <Page width="wide" className="pt-6">
      <BackLink to="/">Back to the staff home</BackLink>
      <h1 className="mt-2" tabIndex={-1}>
        {title}
      </h1>
      {text ? <p className="mt-1 max-w-[72ch] text-ink-2">{text}</p> : null}
      <Card aria-labelledby="decisions" className="mt-5 overflow-hidden">
        <h2 id="decisions" className="sr-only">
          Decisions
        </h2>
        <DecisionTable filters={filters} caption={title} />
      </Card>
    </Page>
  )
}

type Filters = Parameters<typeof decisionsText>[0]

function DecisionTable({ filters, caption }: { filters: Filters; caption: string }) {
  const query = useInfiniteQuery({
    ...listQuery('GET /api/admin/queue/decisions', { query: filters }),
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_MS,
    staleTime: 0,
  })
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  if (error && !data)
    return (
      <ErrorState
        title="Error loading decisions"
        message={error.message}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  const rows = data?.pages.flatMap((page) => page.decisions)
  if (rows?.length === 0) return <EmptyState icon={CircleCheck} title="No decisions" />
  const bySignal = filters.signal !== undefined
  const count = data?.pages[0]?.count ?? 0
  return (
    <>
      <DataTable
        caption={`${caption}, latest first`}
        busy={!rows || isPlaceholderData}
        dense
        head={
          <>
            <Th>Name</Th>
            {bySignal ? <Th>Item</Th> : null}
            <Th>Decision</Th>
            <Th>Decided by</Th>
            <Th>When</Th>
          </>
        }
      >
        {rows?.map((row) => <DecisionTableRow key={row.key} row={row} bySignal={bySignal} />) ?? (
          <SkeletonRows cells={bySignal ? [WAITING_ROW[0], ...WAITING_ROW] : WAITING_ROW} />
        )}
      </DataTable>
      {rows ? <MorePages query={query}>{countText(rows.length, count, bySignal)}</MorePages> : null}
    </>
  )
}

const WAITING_ROW = [
  { head: true, width: 160 },
  { label: 'Decision', width: 96 },
  { label: 'Decided by', width: 120 },
  { label: 'When', width: 140 },
] as const

/** The badge of the state into which a decision moved the case. */
const STATE_OF: Readonly<Record<DecidedAs, CaseState>> = {
  approved: 'approved',
  returned: 'needs_resubmission',
  rejected: 'rejected',
}

const ITEM_TEXTS = { accepted: 'Accepted', retry: 'Requested again', final: 'Rejected' } as const

function DecisionTableRow({ row, bySignal }: { row: DecisionRow; bySignal: boolean }) {
  const { at, outcome, approval, by, item } = row
  return (
    <tr>
      <Td head>
        <DecidedCase of={row.case} />
      </Td>
      {bySignal && item ? (
        <Td label="Item">
          <span className="grid">
            {item.label}
            <span className="text-sm text-ink-3">{ITEM_TEXTS[item.decision]}</span>
          </span>
        </Td>
      ) : null}
      <Td label="Decision">
        <span className="flex flex-wrap items-center gap-1.5">
          <StandingBadge
            badge={{ ...caseBadge(STATE_OF[outcome], 'staff'), label: OUTCOME_LABELS[outcome] }}
          />
          {row.case?.kind === 'business' ? <Chip>Business</Chip> : null}
          {approval && !isFullyReviewed(approval) ? (
            <span className="text-sm text-ink-2">{approvalSentence(approval)}</span>
          ) : null}
        </span>
      </Td>
      <Td label="Decided by" className="wrap-anywhere">
        {by ? (
          <Name>{by}</Name>
        ) : (
          <span className="text-ink-3">{row.case?.isOwn ? 'Your own case' : 'No one'}</span>
        )}
      </Td>
      <Td label="When" className="tabular-nums">
        {formatDateTime(at)}
      </Td>
    </tr>
  )
}

function DecidedCase({ of }: { of: DecisionRow['case'] }) {
  if (!of) return <span className="text-ink-3">Account deleted</span>
  const name = of.name ?? of.email ?? `User ${of.userId}`
  return (
    <span className="grid wrap-anywhere">
      <Link {...caseLink(of)} className="font-semibold">
        <Name>{name}</Name>
      </Link>
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="min-w-0 text-sm text-ink-3">
          <span className="tabular-nums">{caseReference(of.id)}</span>
          {of.email && of.email !== name ? ` · ${of.email}` : null}
        </span>
        <UnconfirmedMark person={of} />
      </span>
    </span>
  )
}

/** "Showing 25 of 40 decisions" */
function countText(shown: number, count: number, bySignal: boolean): string {
  const noun = bySignal ? 'item' : 'decision'
  const all = `${formatNumber(count)} ${count === 1 ? noun : `${noun}s`}`
  return shown < count ? `Showing ${formatNumber(shown)} of ${all}` : `Showing ${all}`
}

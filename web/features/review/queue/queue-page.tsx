import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import ListStart from 'lucide-react/icons/list-start'
import { type SubmitEvent, useState } from 'react'
import { DUE_FILTERS } from '#contract/review/queue-filters.ts'
import type { DueFilter } from '#contract/review/review-queue.ts'
import { CASE_KINDS, QUEUE_STATES } from '#contract/verification/case-states.ts'
import { ASSIGN_MAX, type CaseKind } from '#contract/verification/cases.ts'
import { caseBadge } from '#domain/standing/case-badges.ts'
import { type Answer, api } from '#web/lib/api.ts'
import { formatDate } from '#web/lib/dates.ts'
import { IfMay, useMay } from '#web/lib/may.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { useUser } from '#web/lib/session.ts'
import { useClaimNext } from '#web/shared/cases/use-claim-next.ts'
import { SavedViews } from '#web/shared/directory/saved-views.tsx'
import { Shortcuts } from '#web/shared/shell/shortcuts.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FILTERS_CLASS, FilterBar, FoldedFilters, SearchField } from '#web/ui/filter-bar.tsx'
import { Page } from '#web/ui/page.tsx'
import { SearchButtons } from '#web/ui/search-buttons.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { knownOf, listOf, nextFiltersOf, queueFiltersOf } from './filters.ts'
import { type QueueListFilters, queueQuery, reviewersQuery } from './queries.ts'
import { queueSearchOf } from './queue-address.ts'
import { queueShortcuts } from './queue-shortcuts.ts'
import { QueueTable } from './queue-table.tsx'
import { useOwnership } from './use-ownership.ts'

const DUE_LABELS: Readonly<Record<DueFilter, string>> = {
  overdue: 'Overdue',
  today: 'Due today',
  due_soon: 'Due soon',
  on_time: 'On time',
}
const KIND_LABELS: Readonly<Record<CaseKind, string>> = { consumer: 'Individual', business: 'Business' }

/** Listed with the states, although each covers several: no one needs to combine them. */
const SPECIAL = [
  { value: 'confirm', label: 'For me to confirm', filters: { confirm: 'me' } },
  { value: 'unreviewed', label: 'Approved without a full review', filters: { approval: 'unreviewed' } },
] as const satisfies { value: string; label: string; filters: QueueListFilters }[]

function specialOf(filters: QueueListFilters): string | undefined {
  const { confirm, approval } = filters
  return confirm ? 'confirm' : isOfDecisions(filters) ? HEARD : approval
}

/** The list of a promise figure: only a URL can select it, not the field. */
const HEARD = 'heard'

function isOfDecisions({ heard, promise }: QueueListFilters): boolean {
  return heard !== undefined || promise !== undefined
}

/** "Decided in time, Mar 2, 2026 to Mar 8, 2026" */
function heardText({ heard, promise }: QueueListFilters): string {
  const [from, to] = heard?.split('..') ?? []
  const how = promise ? (promise === 'kept' ? ' in time' : ' late') : ''
  const when =
    !from || !to ? '' : from === to ? `, ${formatDate(from)}` : `, ${formatDate(from)} to ${formatDate(to)}`
  return `Decided${how}${when}`
}

const NO_ONE = 'nobody'

/** The named views that everyone has; others can be saved. */
const STANDARD_VIEWS: readonly {
  name: string
  search: { owner?: string; due?: string; decided?: string }
}[] = [
  { name: 'All waiting', search: {} },
  { name: 'Mine', search: { owner: 'me' } },
  { name: 'Free', search: { owner: 'nobody' } },
  { name: 'Due today', search: { due: 'today' } },
  { name: 'Overdue', search: { due: 'overdue' } },
  { name: 'Decided today', search: { decided: 'today' } },
]

/** The reviewers' queue; what was decided today, a view of it, is a list of its own. */
export function QueuePage() {
  const { decided } = useSearch({ from: '/admin-shell/admin/queue' })
  return decided ? <Navigate to="/admin/queue/decisions" replace /> : <Queue />
}

/** Waiting cases, most urgent first, and who has them. */
function Queue() {
  usePageTitle('Review queue')
  const filters = queueFiltersOf(useSearch({ from: '/admin-shell/admin/queue' }))
  const navigate = useNavigate()
  const { claimNext, isClaiming } = useClaimNext(nextFiltersOf(filters), listOf(filters))
  const ownership = useOwnership()
  const may = { mayWork: useMay('cases.work'), mayAssign: useMay('cases.lead') }
  const [selected, setSelected] = useState<readonly number[]>([])
  const { data } = useInfiniteQuery(queueQuery(filters))
  const rows = data?.pages.flatMap((page) => page.cases) ?? []
  // Rows that have left the list must not be acted on unseen.
  const chosen = selected.filter((id) => rows.some((row) => row.id === id))
  const toggle = (id: number) =>
    setSelected(chosen.includes(id) ? chosen.filter((chosenId) => chosenId !== id) : [...chosen, id])
  const show = (next: QueueListFilters) =>
    void navigate({ to: '/admin/queue', search: queueSearchOf(next), resetScroll: false })
  return (
    <Page width="wide">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 tabIndex={-1}>Review queue</h1>
        <div className="flex flex-wrap gap-3 max-rail:flex-auto max-rail:[&_.button]:flex-auto">
          <Shortcuts shortcuts={queueShortcuts({ rows, claimNext, toggle, ...ownership, ...may })} />
          <IfMay capability="cases.work">
            <Button variant="primary" busy={isClaiming} busyLabel="Claiming..." onClick={claimNext}>
              <ListStart />
              Claim next case
            </Button>
          </IfMay>
        </div>
      </div>
      <Card aria-labelledby="cases">
        <h2 id="cases" className="sr-only">
          Cases
        </h2>
        <SavedViews
          list="queue"
          search={queueSearchOf({ ...filters, q: undefined })}
          standard={
            may.mayWork ? STANDARD_VIEWS : STANDARD_VIEWS.filter(({ search }) => search.owner !== 'me')
          }
          link={(search, props) => (
            <Link
              to="/admin/queue"
              // A list of its own, to which the queue's address leads on.
              search={search.decided ? { decided: search.decided } : queueSearchOf(queueFiltersOf(search))}
              resetScroll={false}
              {...props}
            />
          )}
        />
        <QueueFilterBar filters={filters} onChange={show} />
        <UnconfirmedNote filters={filters} count={data?.pages[0]?.unconfirmed ?? 0} onChange={show} />
        <IfMay capability="cases.lead">
          <AssignBar chosen={chosen} onDone={() => setSelected([])} />
        </IfMay>
        <QueueTable
          filters={filters}
          chosen={chosen}
          onToggle={toggle}
          onToggleAll={(ids) => setSelected(ids)}
          ownership={ownership}
          onSort={(sort, order) => show({ ...filters, sort, order })}
          onClear={() => show({})}
        />
      </Card>
    </Page>
  )
}

/**
 * How many cases are held back from the queue because the applicant hasn't confirmed their email, with a link
 * to them and back.
 */
function UnconfirmedNote({
  filters,
  count,
  onChange,
}: {
  filters: QueueListFilters
  count: number
  onChange: (next: QueueListFilters) => void
}) {
  if (filters.email)
    return (
      <p className="px-6 pb-4 text-ink-2">
        These applicants haven’t confirmed their email, so we don’t review them yet. The 48 hours start when
        they do.{' '}
        <button type="button" className="link" onClick={() => onChange({})}>
          Back to the queue
        </button>
      </p>
    )
  if (count === 0) return null
  return (
    <p className="px-6 pb-4 text-ink-2">
      <button type="button" className="link" onClick={() => onChange({ email: 'unconfirmed' })}>
        {count === 1 ? '1 application waits' : `${count} applications wait`} for the applicant to confirm
        their email
      </button>
    </p>
  )
}

/** Assigns the selected cases to a reviewer, or to no one; says which couldn't be assigned. */
function AssignBar({ chosen, onDone }: { chosen: readonly number[]; onDone: () => void }) {
  const me = useUser()?.id
  const { data } = useQuery(reviewersQuery)
  const [error, setError] = useState<string>()
  const assign = useMutation({
    mutationFn: (to: number | null) => sendAssignments(chosen, to),
    retry: false,
    onSuccess: async ({ assigned }) => {
      await invalidate('GET /api/admin/queue', 'GET /api/admin/users/:id/kyc-case')
      onDone()
      if (assigned > 0)
        toast({ kind: 'success', title: assigned === 1 ? '1 case assigned' : `${assigned} cases assigned` })
    },
  })
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const to = new FormData(event.currentTarget).get('to')
    if (!to) return setError('Choose a reviewer')
    setError(undefined)
    assign.mutate(to === NO_ONE ? null : Number(to))
  }
  const refused = assign.data?.refused ?? []
  const problems = [...new Set(refused.map(({ message }) => message))]
  if (chosen.length === 0 && problems.length === 0 && !assign.error) return null
  return (
    <>
      {chosen.length > 0 ? (
        <form
          className={`${FILTERS_CLASS} bg-sunken`}
          onSubmit={handleSubmit}
          aria-label="Assign the selected cases"
        >
          <p className="self-center font-semibold" role="status">
            {chosen.length === 1 ? '1 case selected' : `${chosen.length} cases selected`}
          </p>
          <SelectField
            label="Assign to"
            name="to"
            compact
            error={error}
            placeholder="Choose a reviewer"
            options={[
              ...(data?.reviewers.map(({ id, name }) => ({
                value: String(id),
                label: id === me ? `${name} (you)` : name,
              })) ?? []),
              { value: NO_ONE, label: 'No one: back to the queue' },
            ]}
          />
          <Button type="submit" variant="primary" busy={assign.isPending} busyLabel="Assigning...">
            Assign
          </Button>
          <Button variant="tertiary" onClick={onDone}>
            Clear selection
          </Button>
        </form>
      ) : null}
      {assign.error ? (
        <Banner kind="error" title="The cases were not assigned" className="m-4" live>
          {assign.error.message}
        </Banner>
      ) : null}
      {problems.length > 0 ? (
        <Banner
          kind="warning"
          title={
            refused.length === 1 ? '1 case was not assigned' : `${refused.length} cases were not assigned`
          }
          className="m-4"
          live
        >
          {problems.join(' ')}
        </Banner>
      ) : null}
    </>
  )
}

type Assigned = Answer<'POST /api/admin/queue/assign'>

/** Assigns cases to a reviewer, or to no one, in as many calls as necessary; returns the combined result. */
export async function sendAssignments(cases: readonly number[], to: number | null): Promise<Assigned> {
  const all: Assigned = { assigned: 0, refused: [] }
  for (let first = 0; first < cases.length; first += ASSIGN_MAX) {
    const { assigned, refused } = await api('POST /api/admin/queue/assign', {
      body: { cases: cases.slice(first, first + ASSIGN_MAX), to },
    })
    all.assigned += assigned
    all.refused.push(...refused)
  }
  return all
}

type Props = { filters: QueueListFilters; onChange: (next: QueueListFilters) => void }

/** The list's filters; they are in the URL, so that it can be shared. */
function QueueFilterBar({ filters, onChange }: Props) {
  const me = useUser()?.id
  const mayWork = useMay('cases.work')
  const { data } = useQuery(reviewersQuery)
  const others = data?.reviewers.filter(({ id }) => id !== me) ?? []
  const special = specialOf(filters)
  return (
    <FilterBar
      narrow
      searched={filters.q ?? ''}
      onSearch={(typed) => onChange({ ...filters, q: typed('q') || undefined })}
    >
      <SearchField label="Name or VC number" name="q" maxLength={200} defaultValue={filters.q} />
      <FoldedFilters chosen={[special ?? filters.state, filters.owner, filters.kind, filters.due]}>
        <SelectField
          label="Status"
          compact
          placeholder="Waiting for review"
          value={special ?? filters.state ?? ''}
          options={[
            ...QUEUE_STATES.map((state) => ({ value: state, label: caseBadge(state, 'staff').label })),
            ...SPECIAL.map(({ value, label }) => ({ value, label })),
            ...(isOfDecisions(filters) ? [{ value: HEARD, label: heardText(filters) }] : []),
          ]}
          onChange={({ target }) =>
            onChange({
              ...filters,
              state: knownOf(QUEUE_STATES, target.value),
              confirm: undefined,
              ...(target.value === HEARD ? {} : { heard: undefined, promise: undefined }),
              approval: undefined,
              ...SPECIAL.find(({ value }) => value === target.value)?.filters,
            })
          }
        />
        <SelectField
          label="Reviewer"
          compact
          placeholder="Everyone"
          value={filters.owner === undefined ? '' : String(filters.owner)}
          options={[
            // A URL may select it anyway.
            ...(mayWork || filters.owner === 'me' ? [{ value: 'me', label: 'Me' }] : []),
            { value: 'nobody', label: 'No one' },
            ...others.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={({ target }) =>
            onChange({ ...filters, owner: queueFiltersOf({ owner: target.value }).owner })
          }
        />
        <SelectField
          label="Account type"
          compact
          placeholder="All"
          value={filters.kind ?? ''}
          options={CASE_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind] }))}
          onChange={({ target }) => onChange({ ...filters, kind: knownOf(CASE_KINDS, target.value) })}
        />
        <SelectField
          label="Promise"
          compact
          placeholder="All"
          value={filters.due ?? ''}
          options={DUE_FILTERS.map((due) => ({ value: due, label: DUE_LABELS[due] }))}
          onChange={({ target }) => onChange({ ...filters, due: knownOf(DUE_FILTERS, target.value) })}
        />
      </FoldedFilters>
      <SearchButtons variant="secondary" onClear={() => onChange({})} />
    </FilterBar>
  )
}

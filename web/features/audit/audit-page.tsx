import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { AuditFilters } from '#contract/audit/admin-audit.ts'
import { api } from '#web/lib/api.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { formatNumber } from '#web/lib/numbers.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { ExportLink } from '#web/shared/privacy/export-link.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { DataTable, Th } from '#web/ui/data-table.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { FilterBar, SearchField } from '#web/ui/filter-bar.tsx'
import { MorePages } from '#web/ui/more-pages.tsx'
import { Page } from '#web/ui/page.tsx'
import { SearchButtons } from '#web/ui/search-buttons.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { type SkeletonCell, SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { auditCheckpointQuery, auditQuery, auditTypesQuery } from './activity-queries.ts'
import { AuditTableRow } from './audit-row.tsx'

const FIELDS = ['type', 'person', 'actor', 'from', 'to'] as const

const WAITING_ROW: readonly SkeletonCell[] = [
  { label: 'Time', width: 120 },
  { head: true, width: 160 },
  { label: 'Done by', width: 110 },
  { label: 'User', width: 110 },
  { label: 'Details', width: 60 },
]

/** The audit log: who did what, when and to whom, with filters, export and verification (security R24). */
export function AuditPage() {
  usePageTitle('Audit log')
  const { type, person, actor, from, to, reads } = useSearch({ from: '/admin-shell/admin/audit' })
  const navigate = useNavigate()
  const filters: AuditFilters = { type, person, actor, from, to, reads }
  const show = (next: AuditFilters) =>
    void navigate({
      to: '/admin/audit',
      search: {
        type: next.type || undefined,
        person: next.person || undefined,
        actor: next.actor || undefined,
        from: next.from || undefined,
        to: next.to || undefined,
        reads: next.reads,
      },
      resetScroll: false,
    })
  return (
    <Page width="wide">
      <h1 className="mb-2" tabIndex={-1}>
        Audit log
      </h1>
      <p className="mb-5 max-w-[68ch] text-ink-2">
        Every change, and every time someone viewed identity data. Nothing here can be edited or deleted: each
        event carries the hash of the one before it.
      </p>
      <AuditCheckpoint />
      <AuditActions filters={filters} />
      <Card aria-labelledby="events">
        <h2 id="events" className="sr-only">
          Events
        </h2>
        <AuditFilterBar filters={filters} onSearch={(next) => show({ ...next, reads })} />
        <Checkbox
          label="Hide what auditors have read"
          fieldClassName="border-b border-line px-6 py-1 max-rail:px-4"
          checked={reads === 'hidden'}
          onChange={({ target }) => show({ ...filters, reads: target.checked ? 'hidden' : undefined })}
        />
        <AuditTable filters={filters} onClear={() => show({})} />
      </Card>
    </Page>
  )
}

/** The last checkpoint of the log, kept outside the database, and the result of the last hourly check. */
function AuditCheckpoint() {
  const { data, error } = useQuery(auditCheckpointQuery)
  if (error)
    return (
      <Banner kind="warning" title="The checkpoints could not be read" className="mb-6">
        {error.message}
      </Banner>
    )
  if (!data) return null
  const { checkpoint, check } = data
  if (check && check.faults.length > 0)
    return (
      <Banner kind="error" title="The last hourly check found something wrong" className="mb-6">
        Checked on {formatDateTime(check.checkedAt)}. Keep the database as it is and follow “When a check
        fails” in the operations manual.
        <ul className="mt-2 list-disc pl-5">
          {check.faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      </Banner>
    )
  if (!checkpoint)
    return (
      <Banner kind="info" title="No checkpoint yet" className="mb-6">
        Every hour we check the log and sign a checkpoint of it outside the database.
      </Banner>
    )
  return (
    <Banner kind="success" title={`Checkpoint ${formatNumber(checkpoint.number)}`} className="mb-6">
      Signed on {formatDateTime(checkpoint.takenAt)} over {formatNumber(checkpoint.events)} events.
      {checkpoint.timeStampedAt ? ` Time-stamped on ${formatDateTime(checkpoint.timeStampedAt)}.` : ''}
      {check ? ` Last checked on ${formatDateTime(check.checkedAt)}: nothing wrong.` : ''}
      <div className="mt-1 break-all font-mono text-sm text-ink-2">Root {checkpoint.root}</div>
    </Banner>
  )
}

/** Exports the filtered events as a file; on request recomputes the whole log's chain and shows the result. */
function AuditActions({ filters }: { filters: AuditFilters }) {
  const check = useMutation({ mutationFn: () => api('POST /api/admin/audit/check') })
  const { data, error } = check
  return (
    <div className="mb-6 grid gap-4">
      <div className="flex flex-wrap gap-3">
        <Button busy={check.isPending} busyLabel="Checking..." onClick={() => check.mutate()}>
          <ShieldCheck />
          Check the chain
        </Button>
        <ExportLink href={exportUrl(filters, 'csv')}>Export CSV</ExportLink>
        <ExportLink href={exportUrl(filters, 'ndjson')}>Export NDJSON</ExportLink>
      </div>
      {data?.isWhole ? (
        <Banner kind="success" title="The log is intact" live>
          {formatNumber(data.checked)} events checked on {formatDateTime(data.checkedAt)}.
        </Banner>
      ) : null}
      {data && !data.isWhole ? (
        <Banner kind="error" title="The log was tampered with" live>
          {formatNumber(data.checked)} events checked on {formatDateTime(data.checkedAt)}. The chain is broken
          here:
          <ul className="mt-2 list-disc pl-5">
            {data.faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </Banner>
      ) : null}
      {error ? (
        <Banner kind="error" title="The log could not be checked" live>
          {error.message}
        </Banner>
      ) : null}
    </div>
  )
}

function exportUrl(filters: AuditFilters, format: 'csv' | 'ndjson'): string {
  const search = new URLSearchParams({ format })
  for (const [name, value] of Object.entries(filters)) if (value) search.set(name, value)
  return `/api/admin/audit/export?${search}`
}

/** The matching events, newest first. */
function AuditTable({ filters, onClear }: { filters: AuditFilters; onClear: () => void }) {
  const query = useInfiniteQuery(auditQuery(filters))
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  if (error && !data) {
    return (
      <ErrorState
        title="Error loading the audit log"
        message={error.message}
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        <Button onClick={onClear}>Clear Filters & Retry</Button>
      </ErrorState>
    )
  }
  const rows = data?.pages.flatMap((page) => page.data)
  if (rows?.length === 0) return <EmptyState title="No events found matching the criteria" />
  return (
    <>
      <DataTable
        caption="Audit log"
        busy={!rows || isPlaceholderData}
        head={
          <>
            <Th>Time</Th>
            <Th>Event</Th>
            <Th>Done by</Th>
            <Th>User</Th>
            <Th>Details</Th>
          </>
        }
      >
        {rows?.map((event) => <AuditTableRow key={event.id} event={event} />) ?? (
          <SkeletonRows cells={WAITING_ROW} />
        )}
      </DataTable>
      {rows ? (
        <MorePages query={query}>Showing {rows.length === 1 ? '1 event' : `${rows.length} events`}</MorePages>
      ) : null}
    </>
  )
}

/** Two dates fit in one row, on a phone too. */
const DAY_CLASS = 'flex-[0_1_156px]! max-rail:min-w-0 max-rail:flex-[1_1_40%]!'

/** The log's filters. The URL has the applied ones. */
function AuditFilterBar({
  filters,
  onSearch,
}: {
  filters: AuditFilters
  onSearch: (next: AuditFilters) => void
}) {
  const { data } = useQuery(auditTypesQuery)
  return (
    <FilterBar
      narrow
      searched={JSON.stringify(filters)}
      onSearch={(typed) => onSearch(Object.fromEntries(FIELDS.map((name) => [name, typed(name)])))}
    >
      <SelectField
        // The selected type can only be shown once the types have loaded.
        key={data ? `loaded ${filters.type}` : 'loading'}
        label="Event"
        name="type"
        compact
        placeholder="All events"
        options={typeOptions(data?.types ?? [])}
        defaultValue={filters.type ?? ''}
      />
      <SearchField
        label="User (name, email or ID)"
        name="person"
        maxLength={254}
        defaultValue={filters.person}
      />
      <SearchField
        label="Done by (name, email or ID)"
        name="actor"
        maxLength={254}
        defaultValue={filters.actor}
      />
      <TextField
        label="From"
        name="from"
        type="date"
        compact
        defaultValue={filters.from}
        fieldClassName={DAY_CLASS}
      />
      <TextField
        label="To"
        name="to"
        type="date"
        compact
        defaultValue={filters.to}
        fieldClassName={DAY_CLASS}
      />
      <SearchButtons onClear={() => onSearch({})} />
    </FilterBar>
  )
}

/** Each category of events, followed by its types. */
function typeOptions(types: readonly { type: string; title: string }[]) {
  const groups = Map.groupBy(types, ({ type }) => type.split('.', 1).join())
  return [...groups].flatMap(([group, of]) => [
    { value: group, label: `All of “${group}”` },
    ...of.map(({ type, title }) => ({ value: type, label: `${title} (${type})` })),
  ])
}

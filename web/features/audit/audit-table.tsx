import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditFilters } from '#contract/audit/admin-audit.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable, Th } from '#web/ui/data-table.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { MorePages } from '#web/ui/more-pages.tsx'
import { type SkeletonCell, SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { auditQuery } from './activity-queries.ts'
import { AuditTableRow } from './audit-row.tsx'

const WAITING_ROW: readonly SkeletonCell[] = [
  { label: 'Time', width: 120 },
  { head: true, width: 160 },
  { label: 'Done by', width: 110 },
  { label: 'User', width: 110 },
  { label: 'Details', width: 60 },
]

/** The events found, newest first. */
export function AuditTable({ filters, onClear }: { filters: AuditFilters; onClear: () => void }) {
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

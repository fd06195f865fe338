import { useInfiniteQuery } from '@tanstack/react-query'
import MailPlus from 'lucide-react/icons/mail-plus'
import { useEffect } from 'react'
import { INVITATIONS_PER_PAGE, type InvitationSort } from '#contract/invitations/invitations.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable, SortTh, TableFooter, Th } from '#web/ui/data-table.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { type SkeletonCell, SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { InvitationRow } from './invitation-row.tsx'
import { invitationSort, pageText } from './invitation-text.ts'
import { type InvitationFilters, invitationsQuery } from './queries.ts'

type Props = {
  filters: InvitationFilters
  /** From 1. */
  page: number
  onSort: (sort: InvitationSort, order: 'asc' | 'desc') => void
  onPage: (page: number) => void
  onResend: (id: number) => void
}

/** The invitations with their sorting and paging (account-admin §2, Beta invite table). */
export function InvitationTable({ filters, page, onSort, onPage, onResend }: Props) {
  const query = useInfiniteQuery(invitationsQuery(filters))
  const { data, error, isFetching, refetch, fetchNextPage, hasNextPage, isPlaceholderData } = query
  const isMissing = data !== undefined && data.pages.length < page && hasNextPage
  // A page of the address that no one has turned to yet is reached by turning the ones before it.
  useEffect(() => {
    if (isMissing && !isFetching && !error) void fetchNextPage()
  }, [isMissing, isFetching, error, fetchNextPage])
  if (error && !data)
    return (
      <ErrorState
        title="Error loading beta invites"
        message={error.message || 'Failed to fetch beta invites'}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  const turned = Math.min(page, data?.pages.length ?? page)
  const rows = isMissing ? undefined : data?.pages[turned - 1]?.data
  const count = data?.pages[0]?.count ?? 0
  if (rows?.length === 0) return <EmptyState icon={MailPlus} title="No beta invitations found" />
  const sorter = (sort: InvitationSort) => (next: 'ascending' | 'descending') =>
    onSort(sort, next === 'ascending' ? 'asc' : 'desc')
  return (
    <>
      <DataTable
        caption="Beta invitations"
        busy={!rows || isPlaceholderData}
        head={
          <>
            <SortTh direction={invitationSort(filters, 'email')} onSort={sorter('email')}>
              Email
            </SortTh>
            <SortTh direction={invitationSort(filters, 'invited_at')} onSort={sorter('invited_at')}>
              Invited At
            </SortTh>
            <Th>Invited By</Th>
            <SortTh direction={invitationSort(filters, 'status')} onSort={sorter('status')}>
              Status
            </SortTh>
            <Th>Email Tracking</Th>
            <Th>Recent Logins</Th>
            <Th action>Actions</Th>
          </>
        }
      >
        {rows?.map((invite) => <InvitationRow key={invite.id} invite={invite} onResend={onResend} />) ?? (
          <SkeletonRows cells={WAITING_ROW} />
        )}
      </DataTable>
      {count > INVITATIONS_PER_PAGE ? (
        <TableFooter
          actions={
            <>
              <Button size="sm" disabled={turned === 1} onClick={() => onPage(turned - 1)}>
                Previous
              </Button>
              <Button
                size="sm"
                disabled={turned * INVITATIONS_PER_PAGE >= count}
                onClick={() => onPage(turned + 1)}
              >
                Next
              </Button>
            </>
          }
        >
          {rows ? pageText(turned, rows.length, count) : null}
        </TableFooter>
      ) : null}
    </>
  )
}

const WAITING_ROW: readonly SkeletonCell[] = [
  { head: true, width: 200 },
  { label: 'Invited At', width: 120 },
  { label: 'Invited By', width: 90 },
  { label: 'Status', width: 84 },
  { label: 'Email Tracking', width: 130 },
  { label: 'Recent Logins', width: 110 },
  { action: true, width: 64 },
]

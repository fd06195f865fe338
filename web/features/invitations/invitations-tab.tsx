import { useIsFetching, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { InvitationSort } from '#contract/invitations/invitations.ts'
import { api } from '#web/lib/api.ts'
import { IfMay } from '#web/lib/may.tsx'
import { invalidate } from '#web/lib/query-client.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { FilterBar, SearchField } from '#web/ui/filter-bar.tsx'
import { SearchButtons } from '#web/ui/search-buttons.tsx'
import { toast } from '#web/ui/toast.ts'
import { InvitationTable } from './invitation-table.tsx'
import { InviteControl } from './invite-control.tsx'
import { type InvitationFilters, invitationQuery } from './queries.ts'

/** The beta invitations: who was invited, their status, and sending more (account-admin §2.12). */
export function InvitationsTab() {
  const search = useSearch({ from: '/admin-shell/admin/dashboard' })
  const navigate = useNavigate({ from: '/admin/dashboard' })
  const isFetching = useIsFetching({ queryKey: ['GET /api/admin/beta-invites'] }) > 0
  const show = (changes: Partial<typeof search>) =>
    void navigate({
      to: '.',
      search: (current) => ({ ...current, tab: 'invitations', ...changes }),
      resetScroll: false,
    })
  const filters: InvitationFilters = {
    email: search.invited,
    sort: InvitationSort.options.find((option) => option === search.inviteSort),
    order: search.inviteOrder,
  }
  const page = Math.max(1, Math.trunc(Number(search.page)) || 1)
  const find = (email: string) => show({ invited: email || undefined, page: undefined })
  const resend = Number(search.resend)
  return (
    <>
      <IfMay capability="invitations.send">
        <div className="mb-4 flex justify-end">
          <InviteControl />
        </div>
      </IfMay>
      {Number.isSafeInteger(resend) && resend > 0 ? (
        <ResendDialog key={resend} id={resend} onClose={() => show({ resend: undefined })} />
      ) : null}
      <Card aria-labelledby="invitations">
        <h2 id="invitations" className="sr-only">
          Beta invitations
        </h2>
        <FilterBar searched={search.invited} onSearch={(typed) => find(typed('invited'))}>
          <SearchField label="Email" name="invited" maxLength={254} defaultValue={search.invited} />
          <SearchButtons search="Filter" clear="Clear filter" variant="secondary" onClear={() => find('')} />
          <Button
            className="ml-auto"
            busy={isFetching}
            busyLabel="Refreshing..."
            onClick={() => void invalidate('GET /api/admin/beta-invites')}
          >
            <RefreshCw />
            Refresh
          </Button>
        </FilterBar>
        <InvitationTable
          filters={filters}
          page={page}
          onSort={(inviteSort, inviteOrder) => show({ inviteSort, inviteOrder, page: undefined })}
          onResend={(id) => show({ resend: String(id) })}
          onPage={(next) => show({ page: next === 1 ? undefined : next })}
        />
      </Card>
    </>
  )
}

/**
 * Asks before an invitation is resent; opened from a row, or by the link on the user detail page (account-admin
 * §2.12).
 */
function ResendDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data } = useQuery(invitationQuery(id))
  const resend = useMutation({
    mutationFn: () => api('POST /api/admin/resend-beta-invitation/:id', { params: { id }, body: {} }),
    onSuccess: async ({ invite }) => {
      await invalidate('GET /api/admin/beta-invites')
      toast({
        kind: 'success',
        title: 'Invitation Resent',
        description: `Successfully resent invitation to ${invite.email}`,
      })
      onClose()
    },
    onError: (error) =>
      toast({ kind: 'error', title: 'Error', description: error.message || 'Failed to resend invitation' }),
  })
  const invite = data?.data[0]
  if (data && !invite)
    return (
      <Banner kind="error" title="Error" live className="mb-4">
        There is no such invitation.
      </Banner>
    )
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Resend Beta Invitation"
      description="This will send a new email and reset tracking data."
      confirmLabel="Resend Invitation"
      busy={resend.isPending}
      busyLabel="Sending..."
      onConfirm={() => resend.mutate()}
    >
      {invite ? (
        <p className="mt-4">
          To: <EmailText address={invite.email} />
        </p>
      ) : null}
    </ConfirmDialog>
  )
}

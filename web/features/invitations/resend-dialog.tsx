import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { toast } from '#web/ui/toast.ts'
import { invitationQuery } from './queries.ts'

/** Asks before an invitation is sent again; opened by a row, or by the link of the user detail (account-admin §2). */
export function ResendDialog({ id, onClose }: { id: number; onClose: () => void }) {
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

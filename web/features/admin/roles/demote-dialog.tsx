import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Administrator } from '#contract/admin-roles.ts'
import { isSignedOut } from '#web/lib/api-error.ts'
import { paths } from '#web/lib/paths.ts'
import { currentPath, signInUrl, useUser } from '#web/lib/session.ts'
import { needsSignIn } from '#web/parts/sign-in-again.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { changeRole } from './role-queries.ts'
import { SignInForRoles } from './sign-in-again.tsx'

/** Asks before a role is taken: of a super admin the higher one, of an admin the only one. */
export function DemoteDialog({
  person,
  onClose,
}: {
  person: Administrator | undefined
  onClose: () => void
}) {
  const me = useUser()
  // The words stay while the dialog closes.
  const [shown, setShown] = useState(person)
  if (person && person !== shown) setShown(person)
  const demote = useMutation({
    mutationFn: ({ email, role }: Administrator) => changeRole('demote', { email: email ?? '', role }),
    onSuccess: (news) => {
      toast({ kind: 'success', ...news })
      handleClose()
    },
    onError: (error) => {
      if (isSignedOut(error)) window.location.assign(signInUrl(currentPath()))
    },
  })
  const handleClose = () => {
    demote.reset()
    onClose()
  }
  const isSuper = shown?.role === 'super_admin'
  const isMe = shown !== undefined && shown.id === me?.id
  const name = <b className="text-ink">{shown?.name ?? shown?.email}</b>
  const again = needsSignIn(demote.error)
  return (
    <ConfirmDialog
      open={person !== undefined}
      onOpenChange={handleClose}
      title={isSuper ? 'Demote this Super Admin to Admin?' : 'Remove this Admin?'}
      description={
        <>
          {isMe ? 'You lose' : <>{name} loses</>}{' '}
          {isSuper ? 'the right to change roles' : 'the administration area'} at once
          {isMe ? '.' : '. We’ll email them.'}
        </>
      }
      confirmLabel={isSuper ? 'Demote to Admin' : 'Remove Admin'}
      onConfirm={() => shown && demote.mutate(shown)}
      danger
      busy={demote.isPending}
      busyLabel="Saving..."
      error={
        demote.error && !again ? { title: 'The role was not changed', message: demote.error.message } : null
      }
    >
      {again ? <SignInForRoles className="mt-4" returnTo={paths.adminControls()} /> : null}
    </ConfirmDialog>
  )
}

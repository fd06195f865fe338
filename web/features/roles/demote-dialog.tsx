import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Administrator } from '#contract/roles/admin-roles.ts'
import { ROLES, type RoleName } from '#contract/roles.ts'
import { isSignedOut } from '#web/lib/api-error.ts'
import { pageAddress } from '#web/lib/page-address.ts'
import { currentPath, signInUrl, useUser } from '#web/lib/session.ts'
import { needsSignIn } from '#web/shared/sign-in/sign-in-again.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { takingOf } from './administrator-row.tsx'
import { changeRole } from './role-queries.ts'
import { SignInForRoles } from './sign-in-again.tsx'

/** A role that is to be taken from someone. */
export interface AskedRole {
  person: Administrator
  role: RoleName
}

/** Asks before a role is taken; a super admin is asked about the higher one and stays an admin. */
export function DemoteDialog({ asked, onClose }: { asked: AskedRole | undefined; onClose: () => void }) {
  const me = useUser()
  // The words stay while the dialog closes.
  const [shown, setShown] = useState(asked)
  if (asked && asked !== shown) setShown(asked)
  const demote = useMutation({
    mutationFn: ({ person, role }: AskedRole) => changeRole('demote', { email: person.email ?? '', role }),
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
  const isMe = shown !== undefined && shown.person.id === me?.id
  const name = <b className="text-ink">{shown?.person.name ?? shown?.person.email}</b>
  const label = shown ? ROLES[shown.role].label : ''
  const isOnly = shown?.person.roles.length === 1
  const again = needsSignIn(demote.error)
  return (
    <ConfirmDialog
      open={asked !== undefined}
      onOpenChange={handleClose}
      title={isSuper ? 'Demote this Super Admin to Admin?' : `Remove this ${label}?`}
      description={
        <>
          {isMe ? 'You lose' : <>{name} loses</>}{' '}
          {isSuper ? 'the right to change roles' : isOnly ? 'the administration area' : `the role ${label}`}{' '}
          at once
          {isMe ? '.' : '. We’ll email them.'}
        </>
      }
      confirmLabel={shown ? takingOf(shown.role) : ''}
      onConfirm={() => shown && demote.mutate(shown)}
      danger
      busy={demote.isPending}
      busyLabel="Saving..."
      error={
        demote.error && !again ? { title: 'The role was not changed', message: demote.error.message } : null
      }
    >
      {again ? (
        <SignInForRoles className="mt-4" returnTo={pageAddress('/admin/dashboard', { tab: 'controls' })} />
      ) : null}
    </ConfirmDialog>
  )
}

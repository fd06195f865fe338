import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { RoleProposal } from '#contract/roles/admin-roles.ts'
import { isSignedOut } from '#web/lib/api-error.ts'
import { pageAddress } from '#web/lib/page-address.ts'
import { currentPath, signInUrl } from '#web/lib/session.ts'
import { needsSignIn } from '#web/shared/sign-in/sign-in-again.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { answerProposal, readRolesAgain } from './role-queries.ts'
import { SignInForRoles } from './sign-in-again.tsx'

/** An answer to a proposal that is to be confirmed first. */
export interface Asked {
  proposal: RoleProposal
  answer: 'confirm' | 'decline' | 'withdraw'
}

const WORDS = {
  confirm: {
    title: 'Make this user a Super Admin?',
    does: 'gets full access with no restrictions now. We’ll email them.',
    button: 'Confirm',
    done: 'Role updated',
  },
  decline: {
    title: 'Decline this proposal?',
    does: 'won’t get the role. We’ll tell the person who proposed it.',
    button: 'Decline',
    done: 'Proposal declined',
  },
  withdraw: {
    title: 'Withdraw your proposal?',
    does: 'won’t get the role.',
    button: 'Withdraw',
    done: 'Proposal withdrawn',
  },
} as const

/** Asks before a proposed super admin becomes one, or does not. */
export function ProposalDialog({ asked, onClose }: { asked: Asked | undefined; onClose: () => void }) {
  // The words stay while the dialog closes.
  const [shown, setShown] = useState(asked)
  if (asked && asked !== shown) setShown(asked)
  const words = WORDS[shown?.answer ?? 'confirm']
  const answer = useMutation({
    mutationFn: ({ proposal, answer }: Asked) =>
      answerProposal(proposal.id, answer === 'confirm' ? 'confirm' : 'decline'),
    // Whether one whose answer was lost was done is seen in the list.
    retry: false,
    onSuccess: (message) => {
      toast({ kind: 'success', title: words.done, description: message })
      handleClose()
    },
    onError: (error) => {
      if (isSignedOut(error)) return window.location.assign(signInUrl(currentPath()))
      // Someone else may have answered it.
      if (!needsSignIn(error)) void readRolesAgain()
    },
  })
  const handleClose = () => {
    answer.reset()
    onClose()
  }
  const again = needsSignIn(answer.error)
  const person = shown?.proposal.person
  return (
    <ConfirmDialog
      open={asked !== undefined}
      onOpenChange={handleClose}
      title={words.title}
      description={
        <>
          <b className="text-ink">{person?.name ?? person?.email}</b> {words.does}
        </>
      }
      confirmLabel={words.button}
      onConfirm={() => shown && answer.mutate(shown)}
      danger={shown?.answer !== 'confirm'}
      busy={answer.isPending}
      busyLabel="Saving..."
      error={answer.error && !again ? { title: 'Nothing was changed', message: answer.error.message } : null}
    >
      {again ? (
        <SignInForRoles className="mt-4" returnTo={pageAddress('/admin/dashboard', { tab: 'controls' })} />
      ) : null}
    </ConfirmDialog>
  )
}

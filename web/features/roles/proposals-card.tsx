import { type UseQueryResult, useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import UserCheck from 'lucide-react/icons/user-check'
import { useState } from 'react'
import type { RoleProposal } from '#contract/roles/admin-roles.ts'
import { ROLES } from '#contract/roles.ts'
import { ROLE_PROPOSAL_DAYS } from '#domain/roles/role-change.ts'
import type { Answer } from '#web/lib/api.ts'
import { isSignedOut } from '#web/lib/api-error.ts'
import { formatDate, formatDateTime, relativeTime } from '#web/lib/dates.ts'
import { pageAddress } from '#web/lib/page-address.ts'
import { currentPath, signInUrl, useUser } from '#web/lib/session.ts'
import { needsSignIn } from '#web/shared/sign-in/sign-in-again.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DataTable, Td, Th } from '#web/ui/data-table.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { Name } from '#web/ui/name.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { answerProposal, readRolesAgain } from './role-queries.ts'
import { SignInForRoles } from './sign-in-again.tsx'

const ANSWER_TEXT = {
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

/**
 * Proposed super admins awaiting a second super admin's approval, with both answers (account-admin, A super admin
 * is made by two).
 */
export function ProposalsCard({ list }: { list: UseQueryResult<Answer<'GET /api/admin/role-proposals'>> }) {
  const { data, error, isFetching, refetch } = list
  const [asked, setAsked] = useState<Asked>()
  return (
    <Card aria-labelledby="proposals">
      <CardHeader id="proposals" title="Waiting for a second super admin" />
      {data?.data.length ? (
        <DataTable
          caption="Proposed super admins"
          head={
            <>
              <Th>Who</Th>
              <Th>Role</Th>
              <Th>Proposed by</Th>
              <Th>When</Th>
              <Th hidden>Answer</Th>
            </>
          }
        >
          {data.data.map((proposal) => (
            <ProposalRow key={proposal.id} proposal={proposal} onAsk={setAsked} />
          ))}
        </DataTable>
      ) : data ? (
        <EmptyState icon={UserCheck} title="No proposals are waiting">
          A proposed super admin is listed here for {ROLE_PROPOSAL_DAYS} days, until another super admin
          confirms or declines it.
        </EmptyState>
      ) : error ? (
        <ErrorState
          title="Error loading proposals"
          message={error.message}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <CardBody>
          <LoadingRegion label="Loading proposals" className="grid gap-3">
            <Skeleton />
            <Skeleton />
          </LoadingRegion>
        </CardBody>
      )}
      <ProposalDialog asked={asked} onClose={() => setAsked(undefined)} />
    </Card>
  )
}

function ProposalRow({ proposal, onAsk }: { proposal: RoleProposal; onAsk: (asked: Asked) => void }) {
  const me = useUser()
  const { person, proposedBy, proposedAt, expiresAt } = proposal
  const isOwn = proposedBy.id === me?.id
  const whom = <span className="sr-only"> {person.name ?? person.email}</span>
  return (
    <tr>
      <Td head className="font-semibold">
        <Link to="/admin/users/$id" params={{ id: String(person.id) }}>
          <Name>{person.name ?? person.email}</Name>
        </Link>
        {person.name && person.email ? (
          <span className="block text-sm font-normal text-ink-3">
            <EmailText address={person.email} />
          </span>
        ) : null}
      </Td>
      <Td label="Role">
        <Chip>{ROLES.super_admin.label}</Chip>
      </Td>
      <Td label="Proposed by">
        <Name>{proposedBy.name ?? proposedBy.email}</Name> {isOwn ? <Chip>You</Chip> : null}
      </Td>
      <Td label="When">
        <time dateTime={proposedAt} title={formatDateTime(proposedAt)}>
          {relativeTime(proposedAt)}
        </time>
        <span className="block text-sm text-ink-3">waits until {formatDate(expiresAt)}</span>
      </Td>
      <Td action>
        <div className="flex flex-wrap justify-end gap-2">
          {isOwn ? (
            <Button size="sm" onClick={() => onAsk({ proposal, answer: 'withdraw' })}>
              Withdraw{whom}
            </Button>
          ) : (
            <>
              <Button size="sm" variant="primary" onClick={() => onAsk({ proposal, answer: 'confirm' })}>
                Confirm{whom}
              </Button>
              <Button size="sm" onClick={() => onAsk({ proposal, answer: 'decline' })}>
                Decline{whom}
              </Button>
            </>
          )}
        </div>
      </Td>
    </tr>
  )
}

/** An answer to a proposal, to be confirmed first. */
interface Asked {
  proposal: RoleProposal
  answer: 'confirm' | 'decline' | 'withdraw'
}

/** Asks before a proposed super admin is approved or declined. */
export function ProposalDialog({ asked, onClose }: { asked: Asked | undefined; onClose: () => void }) {
  // The text stays while the dialog closes.
  const [shown, setShown] = useState(asked)
  if (asked && asked !== shown) setShown(asked)
  const text = ANSWER_TEXT[shown?.answer ?? 'confirm']
  const answer = useMutation({
    mutationFn: ({ proposal, answer }: Asked) =>
      answerProposal(proposal.id, answer === 'confirm' ? 'confirm' : 'decline'),
    // After a lost answer the list shows whether it was carried out.
    retry: false,
    onSuccess: (message) => {
      toast({ kind: 'success', title: text.done, description: message })
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
      title={text.title}
      description={
        <>
          <b className="text-ink">{person?.name ?? person?.email}</b> {text.does}
        </>
      }
      confirmLabel={text.button}
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

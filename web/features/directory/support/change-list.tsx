import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import { useRef } from 'react'
import type { AccountChange } from '#contract/directory/support.ts'
import { api } from '#web/lib/api.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { needsSignIn, SignInAgain } from '#web/shared/sign-in/sign-in-again.tsx'
import { Button } from '#web/ui/button.tsx'
import { StatusBadge, type StatusLook } from '#web/ui/status-badge.tsx'
import { toast } from '#web/ui/toast.ts'
import { CHANGE_FORM_FIELDS } from './support-queries.ts'

const LOOKS: Readonly<Record<AccountChange['state'], StatusLook>> = {
  open: { label: 'Waiting for a second person', family: 'yellow', icon: Clock },
  confirmed: { label: 'Confirmed', family: 'green', icon: CircleCheck },
  declined: { label: 'Declined', family: 'neutral', icon: CircleX },
}

type Props = {
  changes: readonly AccountChange[]
  /** Whether the changes are of several people: each then links to its person, to check before answering. */
  isOfMany?: boolean
}

/** Changes of details with their reason and evidence; pending ones can be answered. */
export function ChangeList({ changes, isOfMany }: Props) {
  const list = useRef<HTMLUListElement>(null)
  if (changes.length === 0) return <p className="text-ink-2">No changes yet.</p>
  return (
    <ul ref={list} className="grid gap-6" tabIndex={-1}>
      {changes.map((change) => (
        <li key={change.id}>
          <ChangeItem change={change} isOfMany={isOfMany} onAnswered={() => list.current?.focus()} />
        </li>
      ))}
    </ul>
  )
}

function ChangeItem({
  change,
  isOfMany,
  onAnswered,
}: {
  change: AccountChange
  isOfMany?: boolean
  onAnswered: () => void
}) {
  const answer = useMutation({
    mutationFn: (how: 'confirm' | 'decline') => {
      const input = { params: { id: change.id }, body: {} }
      return how === 'confirm'
        ? api('POST /api/admin/changes/:id/confirm', input)
        : api('POST /api/admin/changes/:id/decline', input)
    },
    retry: false,
    onSuccess: (_, how) => {
      toast({ kind: 'success', title: how === 'confirm' ? 'Change confirmed' : 'Change declined' })
      // The buttons are removed with the answer, and the next ones belong to someone else.
      onAnswered()
    },
    onError: (error) => {
      if (!needsSignIn(error))
        toast({ kind: 'error', title: 'Nothing was changed', description: error.message })
    },
    onSettled: () =>
      invalidate('GET /api/admin/changes', 'GET /api/admin/users/:id/support', 'GET /api/admin/users/:id'),
  })
  const label = CHANGE_FORM_FIELDS.find(({ value }) => value === change.field)?.label
  const decided = change.state === 'confirmed' ? 'Confirmed' : 'Declined'
  return (
    <article aria-label={`${change.person}: ${label}`}>
      <p className="flex flex-wrap items-center gap-3">
        <b>
          {isOfMany ? (
            <Link to="/admin/users/$id" params={{ id: String(change.userId) }} search={{ tab: 'support' }}>
              {change.person}
            </Link>
          ) : (
            change.person
          )}
          : {label?.toLowerCase()}
        </b>
        <StatusBadge look={LOOKS[change.state]} />
      </p>
      <p className="mt-1 wrap-anywhere">
        {change.before || 'Not set'} → <b>{change.after}</b>
      </p>
      <p className="mt-1 whitespace-pre-line text-ink-2 wrap-anywhere">Reason: {change.reason}</p>
      <p className="whitespace-pre-line text-ink-2 wrap-anywhere">
        Evidence: {change.evidence}{' '}
        {change.documentId ? (
          <Link
            to="/admin/users/$id"
            params={{ id: String(change.userId) }}
            search={{
              tab: change.documentKind === 'business' ? 'business' : 'kyc',
              document: change.documentId,
            }}
          >
            See the document
          </Link>
        ) : null}
      </p>
      <p className="text-sm text-ink-3">
        Proposed by {change.proposedBy}, {formatDateTime(change.proposedAt)}
        {change.decidedAt ? `. ${decided} by ${change.decidedBy}, ${formatDateTime(change.decidedAt)}` : ''}
      </p>
      {change.state === 'open' ? (
        <div className="mt-3 flex flex-wrap gap-3">
          {change.mayConfirm ? (
            <Button
              size="sm"
              variant="primary"
              busy={answer.isPending}
              onClick={() => answer.mutate('confirm')}
            >
              Confirm
            </Button>
          ) : null}
          {change.mayDecline ? (
            <Button size="sm" disabled={answer.isPending} onClick={() => answer.mutate('decline')}>
              {change.mayConfirm ? 'Decline' : 'Cancel proposal'}
            </Button>
          ) : null}
        </div>
      ) : null}
      {needsSignIn(answer.error) ? (
        <SignInAgain
          why="You signed in more than 15 minutes ago. Sign in again to confirm this change."
          className="mt-3"
        />
      ) : null}
    </article>
  )
}

import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import UserCheck from 'lucide-react/icons/user-check'
import { useState } from 'react'
import type { RoleProposal } from '#contract/roles/admin-roles.ts'
import { ROLES } from '#contract/roles.ts'
import { ROLE_PROPOSAL_DAYS } from '#domain/roles/role-proposal.ts'
import type { Answer } from '#web/lib/api.ts'
import { formatDate, formatDateTime, relativeTime } from '#web/lib/dates.ts'
import { useUser } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { DataTable, Td, Th } from '#web/ui/data-table.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { type Asked, ProposalDialog } from './proposal-dialog.tsx'

/** Proposed super admins that wait for a second super admin, with the two answers (cases, Deciding). */
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
          {person.name ?? person.email}
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
        {proposedBy.name ?? proposedBy.email} {isOwn ? <Chip>You</Chip> : null}
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

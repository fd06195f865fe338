import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Administrator } from '#contract/roles/admin-roles.ts'
import { ROLES, type RoleName } from '#contract/roles.ts'
import { isSignedOut } from '#web/lib/api-error.ts'
import { formatDate, relativeTime } from '#web/lib/dates.ts'
import { pageAddress } from '#web/lib/page-address.ts'
import { currentPath, signInUrl, useUser } from '#web/lib/session.ts'
import { needsSignIn } from '#web/shared/sign-in/sign-in-again.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DataTable, Td, Th } from '#web/ui/data-table.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { MorePages } from '#web/ui/more-pages.tsx'
import { Name } from '#web/ui/name.tsx'
import { type SkeletonCell, SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { toast } from '#web/ui/toast.ts'
import { administratorsQuery, changeRole } from './role-queries.ts'
import { SignInForRoles } from './sign-in-again.tsx'

const WAITING_ROW: readonly SkeletonCell[] = [
  { head: true, width: 140 },
  { label: 'Email', width: 200 },
  { label: 'Role', width: 84 },
  { label: 'Assigned', width: 90 },
  { label: 'Last login', width: 90 },
]

/** Everyone with a role, super admins first; a super admin removes roles here. */
export function AdministratorsCard({ maySet }: { maySet: boolean }) {
  const query = useInfiniteQuery(administratorsQuery)
  const { data, error, isFetching, refetch } = query
  const [asked, setAsked] = useState<AskedRole>()
  const people = data?.pages.flatMap((page) => page.data)
  return (
    <Card aria-labelledby="administrators">
      <CardHeader id="administrators" title="Administrators" />
      {error && !people ? (
        <ErrorState
          title="Error loading administrators"
          message={error.message}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <>
          <DataTable
            caption="Administrators"
            busy={!people}
            head={
              <>
                <Th>Name</Th>
                <Th>Email</Th>
                <Th>Role</Th>
                <Th>Assigned</Th>
                <Th>Last login</Th>
                {maySet ? <Th hidden>Action</Th> : null}
              </>
            }
          >
            {people?.map((person) => (
              <AdministratorRow
                key={person.id}
                person={person}
                isLast={isLastSuperAdmin(person, people)}
                onDemote={maySet ? (role) => setAsked({ person, role }) : undefined}
              />
            )) ?? <SkeletonRows cells={WAITING_ROW} />}
          </DataTable>
          {people && query.hasNextPage ? (
            <MorePages query={query}>Showing {people.length} administrators</MorePages>
          ) : null}
        </>
      )}
      <DemoteDialog asked={asked} onClose={() => setAsked(undefined)} />
    </Card>
  )
}

/** Super admins come first, so a short list of them is complete on the first page. */
function isLastSuperAdmin(person: Administrator, people: readonly Administrator[]): boolean {
  const others = people.filter(
    ({ id, roles, is_in_force }) => id !== person.id && roles.includes('super_admin') && is_in_force,
  )
  return person.roles.includes('super_admin') && others.length === 0
}

/** A role about to be removed from someone. */
interface AskedRole {
  person: Administrator
  role: RoleName
}

/** Asks before a role is removed; a super admin loses only the higher role and stays an admin. */
function DemoteDialog({ asked, onClose }: { asked: AskedRole | undefined; onClose: () => void }) {
  const me = useUser()
  // The text stays while the dialog closes.
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

/** Someone with a role: since when, granted by whom, and a button to remove each role. */
function AdministratorRow({
  person,
  isLast,
  onDemote,
}: {
  person: Administrator
  /** There must always be one super admin (security R22). */
  isLast: boolean
  onDemote: ((role: RoleName) => void) | undefined
}) {
  const me = useUser()
  const reasonId = `last-${person.id}`
  return (
    <tr>
      <Td head className="font-semibold">
        <Link to="/admin/users/$id" params={{ id: String(person.id) }}>
          <Name>{person.name ?? 'Not set'}</Name>
        </Link>{' '}
        {person.id === me?.id ? <Chip>You</Chip> : null}
      </Td>
      <Td label="Email">{person.email ? <EmailText address={person.email} /> : 'N/A'}</Td>
      <Td label="Role">
        <span className="flex flex-wrap gap-2">
          {person.roles.map((role) => (
            <Chip key={role}>{ROLES[role].label}</Chip>
          ))}
        </span>
        {person.is_in_force ? null : (
          <span className="mt-1 block text-sm text-ink-3">No effect: no verified company email</span>
        )}
      </Td>
      <Td label="Assigned">
        {formatDate(person.admin_role_assigned_at)}
        {person.admin_role_assigned_by ? (
          <span className="block text-sm text-ink-3">by {person.admin_role_assigned_by}</span>
        ) : null}
      </Td>
      <Td label="Last login">{person.last_login ? relativeTime(person.last_login) : 'Never'}</Td>
      {onDemote ? (
        <Td action>
          <span className="flex flex-wrap justify-end gap-2">
            {person.roles.map((role) => {
              const isLastOne = isLast && role === 'super_admin'
              return (
                <Button
                  key={role}
                  size="sm"
                  onClick={() => onDemote(role)}
                  disabled={isLastOne}
                  aria-describedby={isLastOne ? reasonId : undefined}
                >
                  {takingOf(role)}
                  <span className="sr-only"> {person.name ?? person.email}</span>
                </Button>
              )
            })}
          </span>
          {isLast ? (
            <span id={reasonId} className="mt-1 block text-sm text-ink-3">
              There must be one super admin
            </span>
          ) : null}
        </Td>
      ) : null}
    </tr>
  )
}

/** The label of the button that removes a role. */
function takingOf(role: RoleName): string {
  return role === 'super_admin' ? 'Demote to Admin' : `Remove ${ROLES[role].label}`
}

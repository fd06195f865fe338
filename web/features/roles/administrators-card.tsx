import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Administrator } from '#contract/roles/admin-roles.ts'
import { ROLES, type RoleName } from '#contract/roles.ts'
import { isSignedOut } from '#web/lib/api-error.ts'
import { pageAddress } from '#web/lib/page-address.ts'
import { currentPath, signInUrl, useUser } from '#web/lib/session.ts'
import { needsSignIn } from '#web/shared/sign-in/sign-in-again.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DataTable, Th } from '#web/ui/data-table.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { MorePages } from '#web/ui/more-pages.tsx'
import { type SkeletonCell, SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { toast } from '#web/ui/toast.ts'
import { AdministratorRow, takingOf } from './administrator-row.tsx'
import { administratorsQuery, changeRole } from './role-queries.ts'
import { SignInForRoles } from './sign-in-again.tsx'

const WAITING_ROW: readonly SkeletonCell[] = [
  { head: true, width: 140 },
  { label: 'Email', width: 200 },
  { label: 'Role', width: 84 },
  { label: 'Assigned', width: 90 },
  { label: 'Last login', width: 90 },
]

/** Everyone with a role, super admins first; a super admin takes roles here. */
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

/** Super admins come first, so that the first page has all there are of a few. */
function isLastSuperAdmin(person: Administrator, people: readonly Administrator[]): boolean {
  const others = people.filter(
    ({ id, roles, is_in_force }) => id !== person.id && roles.includes('super_admin') && is_in_force,
  )
  return person.roles.includes('super_admin') && others.length === 0
}

/** A role that is to be taken from someone. */
interface AskedRole {
  person: Administrator
  role: RoleName
}

/** Asks before a role is taken; a super admin is asked about the higher one and stays an admin. */
function DemoteDialog({ asked, onClose }: { asked: AskedRole | undefined; onClose: () => void }) {
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

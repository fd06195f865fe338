import { Link } from '@tanstack/react-router'
import type { Administrator } from '#contract/roles/admin-roles.ts'
import { ROLES, type RoleName } from '#contract/roles.ts'
import { formatDate, relativeTime } from '#web/lib/dates.ts'
import { useUser } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Td } from '#web/ui/data-table.tsx'
import { EmailText } from '#web/ui/email-text.tsx'

/** Someone with a role: since when, by whom, and a button for each role that takes it. */
export function AdministratorRow({
  person,
  isLast,
  onDemote,
}: {
  person: Administrator
  /** There must be one super admin (choices §2). */
  isLast: boolean
  onDemote: ((role: RoleName) => void) | undefined
}) {
  const me = useUser()
  const reasonId = `last-${person.id}`
  return (
    <tr>
      <Td head className="font-semibold">
        <Link to="/admin/users/$id" params={{ id: String(person.id) }}>
          {person.name ?? 'Not set'}
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
          <span className="flex flex-wrap gap-2">
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

/** What the button says that takes a role. */
export function takingOf(role: RoleName): string {
  return role === 'super_admin' ? 'Demote to Admin' : `Remove ${ROLES[role].label}`
}

import { type Administrator, ROLE_LABELS } from '#contract/admin-roles.ts'
import { formatDate, relativeTime } from '#web/lib/dates.ts'
import { paths } from '#web/lib/paths.ts'
import { useUser } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Td } from '#web/ui/data-table.tsx'
import { EmailText } from '#web/ui/email-text.tsx'

/** One administrator: since when, by whom, and the button that takes the role. */
export function AdministratorRow({
  person,
  isLast,
  onDemote,
}: {
  person: Administrator
  /** There must be one super admin (choices §2). */
  isLast: boolean
  onDemote: (() => void) | undefined
}) {
  const me = useUser()
  const reasonId = `last-${person.id}`
  return (
    <tr>
      <Td head className="font-semibold">
        <a href={paths.adminUser(person.id)}>{person.name ?? 'Not set'}</a>{' '}
        {person.id === me?.id ? <Chip>You</Chip> : null}
      </Td>
      <Td label="Email">{person.email ? <EmailText address={person.email} /> : 'N/A'}</Td>
      <Td label="Role">
        <Chip>{ROLE_LABELS[person.role]}</Chip>
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
          <Button
            size="sm"
            onClick={onDemote}
            disabled={isLast}
            aria-describedby={isLast ? reasonId : undefined}
          >
            {person.role === 'super_admin' ? 'Demote to Admin' : 'Remove Admin'}
            <span className="sr-only"> {person.name ?? person.email}</span>
          </Button>
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

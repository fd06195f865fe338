import { Link } from '@tanstack/react-router'
import Lock from 'lucide-react/icons/lock'
import { ROLES } from '#contract/roles.ts'
import { rolesThatMay } from '#domain/roles/held-roles.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

const READERS = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(
  rolesThatMay('cases.read').map((name) => ROLES[name].label),
)

/** Shown instead of a case to staff who may see people but not cases: who may, and a link to what they can see. */
export function DeskClosed({ userId }: { userId: string }) {
  usePageTitle('Review')
  return (
    <main id="main" tabIndex={-1} className="p-6">
      <h1 className="mb-5" tabIndex={-1}>
        Review
      </h1>
      <EmptyState
        card
        icon={Lock}
        title="Your role doesn’t include this page"
        action={
          <Link className={buttonClass('primary')} to="/admin/users/$id" params={{ id: userId }}>
            See this person
          </Link>
        }
      >
        {`You can see this person, but not their case. These roles can: ${READERS}.`}
      </EmptyState>
    </main>
  )
}

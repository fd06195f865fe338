import { Link } from '@tanstack/react-router'
import MailX from 'lucide-react/icons/mail-x'
import UserPen from 'lucide-react/icons/user-pen'
import type { SupportFigures } from '#contract/review/staff-home.ts'
import { BOUNCED_DAYS, BOUNCED_SHOWN } from '#contract/review/staff-home-limits.ts'
import { relativeTime } from '#web/lib/dates.ts'
import { formatNumber } from '#web/lib/numbers.ts'
import { useNow } from '#web/shared/cases/use-now.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Name } from '#web/ui/name.tsx'
import { HomeCard, HomeNote } from './home-card.tsx'
import { Todo } from './requests-card.tsx'

/** What waits for support: changes for a second person, and people whom our emails don't reach. */
export function SupportCard({ support: { changes, bounced } }: { support: SupportFigures }) {
  const now = useNow()
  return (
    <HomeCard id="support" title="Support">
      {changes === 0 && bounced.length === 0 ? (
        <HomeNote>No change of details waits, and no email bounced in the last {BOUNCED_DAYS} days.</HomeNote>
      ) : (
        <ul className="py-1">
          {changes > 0 ? (
            <Todo
              icon={UserPen}
              tone="text-yellow-solid"
              title={changes === 1 ? '1 change of details' : `${formatNumber(changes)} changes of details`}
              action={
                <Link to="/admin/dashboard" className={buttonClass('secondary', 'sm')}>
                  Open<span className="sr-only"> changes of details</span>
                </Link>
              }
            >
              {changes === 1 ? 'It waits' : 'They wait'} for a second person.
            </Todo>
          ) : null}
          {bounced.map(({ id, name, at }) => (
            <Todo
              key={id}
              icon={MailX}
              tone="text-red-solid"
              title={<Name>{name}</Name>}
              action={
                <Link
                  to="/admin/users/$id"
                  params={{ id: String(id) }}
                  search={{ tab: 'support' }}
                  className={buttonClass('secondary', 'sm')}
                >
                  Open<span className="sr-only"> {name}</span>
                </Link>
              }
            >
              Our email bounced {relativeTime(at, now)}.
            </Todo>
          ))}
        </ul>
      )}
      {bounced.length === BOUNCED_SHOWN ? (
        <p className="border-t border-line px-[18px] py-2.5 text-sm text-ink-3 max-[640px]:px-4">
          Only the latest {BOUNCED_SHOWN} people whose emails bounced.
        </p>
      ) : null}
    </HomeCard>
  )
}

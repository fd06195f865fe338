import { Link } from '@tanstack/react-router'
import type { Activity } from '#contract/review/staff-home.ts'
import { approvalSentence, isFullyReviewed } from '#domain/cases/approval-basis.ts'
import { relativeTime } from '#web/lib/dates.ts'
import { useNow } from '#web/shared/cases/use-now.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'

const TITLES: Readonly<Record<Activity['type'], string>> = {
  'user.created': 'Signed up',
  'case.submitted': 'Submitted for verification',
  'case.approved': 'Approved',
  'case.returned': 'Sent back',
  'case.rejected': 'Rejected',
}

/** The latest sign-ups, submissions and decisions; without names for staff who may not read them. */
export function ActivityCard({ activity }: { activity: readonly Activity[] }) {
  const now = useNow()
  return (
    <Card aria-labelledby="activity">
      <CardHeader id="activity" title="Recent activity" />
      {activity.length === 0 ? (
        <CardBody>
          <p className="text-ink-2">Nothing yet.</p>
        </CardBody>
      ) : (
        <ul className="lst">
          {activity.map(({ id, type, at, person, by, approval }) => (
            <li key={id}>
              <span className="sh-n flex-1">
                {person ? (
                  <Link
                    to="/admin/users/$id"
                    params={{ id: String(person.id) }}
                    search={{
                      tab: person.kind ? (person.kind === 'business' ? 'business' : 'kyc') : undefined,
                    }}
                  >
                    {person.name}
                  </Link>
                ) : null}
                <span className={person ? 'text-sm text-ink-3' : undefined}>
                  {TITLES[type]}
                  {by ? ` by ${by}` : ''}
                  {approval && !isFullyReviewed(approval) ? `. ${approvalSentence(approval)}` : ''}
                </span>
              </span>
              <span className="text-sm whitespace-nowrap text-ink-3">{relativeTime(at, now)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

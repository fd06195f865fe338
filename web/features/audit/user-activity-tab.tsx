import { UserSessionsCard } from './user-sessions-card.tsx'
import { UserSignInsCard } from './user-sign-ins-card.tsx'
import { UserTimeline } from './user-timeline.tsx'

/** What one user does and what was done with their record: sessions, sign-ins, every event (cases, Events and evidence). */
export function UserActivityTab({ userId, name }: { userId: number; name: string }) {
  return (
    <div className="ud">
      <div className="col">
        <UserSessionsCard userId={userId} name={name} />
        <UserSignInsCard userId={userId} />
      </div>
      <UserTimeline userId={userId} />
    </div>
  )
}

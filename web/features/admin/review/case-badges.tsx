import type { ReviewCase } from '#contract/admin-cases.ts'
import { caseBadge } from '#domain/standing/case-badges.ts'
import { ConfirmationBadge } from '#web/parts/cases/confirmation-badge.tsx'
import { DueBadge } from '#web/parts/cases/due-badge.tsx'
import { EmailBadge } from '#web/parts/cases/email-badge.tsx'
import { StandingBadge } from '#web/ui/standing-badge.tsx'

/** How a case stands, and how long its reviewers, or the person who is to confirm, still have. */
export function CaseBadges({ one }: { one: ReviewCase | null }) {
  return (
    <span className="flex flex-wrap gap-2">
      {one ? <DueBadge dueAt={one.dueAt} dueState={one.dueState} /> : null}
      {one && !one.emailConfirmed ? <EmailBadge /> : null}
      {one?.confirmBy ? <ConfirmationBadge by={one.confirmBy} /> : null}
      <StandingBadge badge={caseBadge(one?.state ?? null, 'staff')} />
    </span>
  )
}

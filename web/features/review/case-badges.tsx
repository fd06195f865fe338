import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { whoWaits } from '#domain/cases/case-waiting.ts'
import { caseBadge } from '#domain/standing/case-badges.ts'
import { ConfirmationBadge, EmailBadge } from '#web/shared/cases/confirmation-badge.tsx'
import { DueBadge } from '#web/shared/cases/due-badge.tsx'
import { StandingBadge } from '#web/ui/standing-badge.tsx'

/** How a case stands, and how long its reviewers, or the person who is to confirm, still have. */
export function CaseBadges({ reviewCase }: { reviewCase: ReviewCase | null }) {
  return (
    <span className="flex flex-wrap gap-2">
      {reviewCase ? <DueBadge dueAt={reviewCase.dueAt} dueState={reviewCase.dueState} /> : null}
      {reviewCase && !reviewCase.emailConfirmed && whoWaits(reviewCase.state) !== 'nobody' ? (
        <EmailBadge />
      ) : null}
      {reviewCase?.confirmBy ? <ConfirmationBadge by={reviewCase.confirmBy} /> : null}
      <StandingBadge badge={caseBadge(reviewCase?.state ?? null, 'staff')} />
    </span>
  )
}

import { sentencesOf } from '#web/shared/verification/case-text.ts'
import type { OwnCase } from '#web/shared/verification/own-case.ts'
import type { LoadedVerification } from '#web/shared/verification/use-verification.ts'
import { Card, CardBody, Rule } from '#web/ui/card.tsx'
import { MeterBar } from '#web/ui/meter.tsx'
import { StandingBadge } from '#web/ui/standing-badge.tsx'
import { TaskList } from '#web/ui/task-list.tsx'
import { StepRow } from './step-row.tsx'

/** Percent, status and the steps, each with its button or its badge. */
export function ProgressCard({
  own,
  verification,
}: {
  own: OwnCase | null
  verification: LoadedVerification
}) {
  const { steps, percent, progress, standing } = verification
  const solid = (steps.filter((step) => step.status === 'completed').length / steps.length) * 100
  const leading = standing?.[standing.leading] ?? own?.standing
  // Another card of the page has the one solid button while something is to be fixed.
  const isFixing = own?.state === 'needs_resubmission'
  const primary = isFixing ? undefined : steps.find((step) => step.status === 'required')
  return (
    <Card aria-labelledby="verification-progress">
      <CardBody>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="verification-progress">Verification progress</h2>
          {leading ? <StandingBadge badge={leading.application} /> : null}
        </div>
        {leading ? <p className="mt-2">{sentencesOf(leading)}</p> : null}
        <p className="mt-2 mb-5 text-ink-2">{progress}</p>
        <MeterBar label="Verification progress" percent={percent} completedPercent={solid} />
      </CardBody>
      <Rule />
      <TaskList>
        {steps.map((step) => (
          <StepRow
            key={step.id}
            step={step}
            own={own}
            verification={verification}
            isPrimary={step === primary}
          />
        ))}
      </TaskList>
    </Card>
  )
}

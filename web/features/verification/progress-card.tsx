import { progressPercent, type VerificationStep } from '#domain/onboarding/verification-progress.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { CaseBadge } from '#web/parts/verification/case-badge.tsx'
import { type OwnCase, waitsForReviewer } from '#web/parts/verification/own-case.ts'
import { progressSentence } from '#web/parts/verification/progress-words.ts'
import type { Verification } from '#web/parts/verification/use-verification.ts'
import { Card, CardBody, Rule } from '#web/ui/card.tsx'
import { Meter } from '#web/ui/meter.tsx'
import { TaskList } from '#web/ui/task-list.tsx'
import { StepRow } from './step-row.tsx'

type Props = {
  steps: readonly VerificationStep[]
  own: OwnCase | null
  verification: Extract<Verification, { kind: 'loaded' }>
}

/** Percent, status and the steps, each with its button or its badge (onboarding §2 and §4). */
export function ProgressCard({ steps, own, verification }: Props) {
  const percent = progressPercent(steps)
  const solid = (steps.filter((step) => step.status === 'completed').length / steps.length) * 100
  const canMend = own?.state === 'needs_resubmission'
  const primary = canMend ? undefined : steps.find((step) => step.status === 'required')
  return (
    <Card aria-labelledby="verification-progress">
      <CardBody>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="verification-progress">Verification progress</h2>
          <CaseBadge one={own} fallback={verification.status?.kycProfile?.kyc_status} />
        </div>
        {own ? (
          <p className="mt-2">
            {own.text} {dueSentence(own)}
          </p>
        ) : null}
        <p className="mt-2 mb-5 text-ink-2">{progressSentence(steps)}</p>
        <Meter label="Verification progress" percent={percent} completedPercent={solid} />
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

function dueSentence(own: OwnCase): string {
  return waitsForReviewer(own) && own.dueAt ? `You will hear from us by ${formatDateTime(own.dueAt)}.` : ''
}

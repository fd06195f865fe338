import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import CircleX from 'lucide-react/icons/circle-x'
import FilePenLine from 'lucide-react/icons/file-pen-line'
import SearchCheck from 'lucide-react/icons/search-check'
import { USER_TYPE_CARDS } from '#contract/account/user-types.ts'
import type { StepStanding } from '#contract/verification/standing.ts'
import { CATEGORY_NAMES } from '#domain/investors/answers-text.ts'
import { stepTask } from '#domain/standing/step-task.ts'
import { isRiskDisclosure } from '#domain/standing/verification-progress.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import type { OwnCase } from '#web/shared/verification/own-case.ts'
import { StepEnd } from '#web/shared/verification/step-end.tsx'
import type { LoadedVerification } from '#web/shared/verification/use-verification.ts'
import { TaskRow } from '#web/ui/task-list.tsx'

const LOOK = {
  required: { family: 'yellow', icon: FilePenLine },
  pending: { family: 'blue', icon: SearchCheck },
  completed: { family: 'green', icon: Check },
  refused: { family: 'red', icon: CircleX },
} as const

type Props = {
  step: StepStanding
  own: OwnCase | null
  verification: LoadedVerification
  isPrimary: boolean
}

/** One step of the progress card: Complete, In Review or Completed. */
export function StepRow({ step, own, verification, isPrimary }: Props) {
  return (
    <TaskRow
      {...LOOK[step.status]}
      title={step.label}
      detail={detailOf(step, own, verification)}
      end={<StepEnd step={step} isPrimary={isPrimary} />}
    />
  )
}

function detailOf(step: StepStanding, own: OwnCase | null, verification: LoadedVerification) {
  const { status, certifications } = verification
  switch (step.id) {
    case 'risk_disclosure': {
      const accepted = certifications.find((certification) =>
        isRiskDisclosure(certification.certification_name),
      )
      if (step.status === 'required') return taskOf(step, verification)
      return accepted ? `Accepted on ${formatDate(accepted.acknowledged_at)}` : 'Accepted'
    }
    case 'user_classification': {
      const type = status?.userType ?? status?.pendingUserType
      const card = USER_TYPE_CARDS.find((card) => card.id === type)
      if (step.status === 'required') return taskOf(step, verification)
      return card ? `You chose: ${card.title}` : 'Chosen'
    }
    case 'trader_certification':
      return <CertificationDetail step={step} verification={verification} />
    case 'identity_verification':
      return identityDetail(step.status, own) ?? taskOf(step, verification)
    default:
      return step.id satisfies never
  }
}

/** Category and end of the statement, or what is still to do (onboarding §4, choices §4). */
function CertificationDetail({ step, verification }: Pick<Props, 'step' | 'verification'>) {
  const statement = verification.status?.investorStatement
  if (step.status === 'required') return taskOf(step, verification)
  if (!statement) return 'You’ve certified yourself.'
  return (
    <>
      {CATEGORY_NAMES[statement.category]}, valid until {formatDate(statement.expiresAt)}.{' '}
      <Link to="/certification/trader">View or renew</Link>
    </>
  )
}

function taskOf(step: StepStanding, { status, standing }: LoadedVerification): string {
  const statement = status?.investorStatement
  return stepTask(step.id, {
    isCompany: standing?.leading === 'business',
    endedOn: statement?.standing === 'expired' ? formatDate(statement.expiresAt) : null,
    opensAt: step.opensAt && formatDateTime(step.opensAt),
  })
}

/** How the check stands; null while it is still to be handed in. */
function identityDetail(status: StepStanding['status'], own: OwnCase | null): string | null {
  if (own?.state === 'rejected') return `Decided on ${formatDate(own.decidedAt)}`
  if (own?.state === 'needs_resubmission') return own.standing.sentence
  if (status === 'completed') {
    return own?.decidedAt
      ? `Approved on ${formatDate(own.decidedAt)}`
      : own?.kind === 'business'
        ? 'Your company is verified.'
        : 'Your identity is verified.'
  }
  if (status === 'pending') {
    const what = own?.kind === 'business' ? 'Company details' : 'Documents'
    return own?.submittedAt ? `${what} received on ${formatDate(own.submittedAt)}` : 'With our team'
  }
  return null
}

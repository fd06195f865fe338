import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import CircleX from 'lucide-react/icons/circle-x'
import FilePenLine from 'lucide-react/icons/file-pen-line'
import SearchCheck from 'lucide-react/icons/search-check'
import { USER_TYPE_CARDS } from '#contract/user-types.ts'
import { isRiskDisclosure, type VerificationStep } from '#domain/onboarding/verification-progress.ts'
import { formatDate } from '#web/lib/dates.ts'
import { paths } from '#web/lib/paths.ts'
import { CATEGORY_NAMES } from '#web/parts/investor-certification/held-statement.ts'
import type { OwnCase } from '#web/parts/verification/own-case.ts'
import { stepTask } from '#web/parts/verification/step-task.ts'
import type { Verification } from '#web/parts/verification/use-verification.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { stepStatus } from '#web/ui/status.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { TaskRow } from '#web/ui/task-list.tsx'

const LOOK = {
  required: { family: 'yellow', icon: FilePenLine },
  pending: { family: 'blue', icon: SearchCheck },
  completed: { family: 'green', icon: Check },
} as const

type Props = {
  step: VerificationStep
  own: OwnCase | null
  verification: Extract<Verification, { kind: 'loaded' }>
  isPrimary: boolean
}

/** One step of the progress card: Complete, In Review or Completed (onboarding §2). */
export function StepRow({ step, own, verification, isPrimary }: Props) {
  const isRefused = step.id === 'identity_verification' && own?.state === 'rejected'
  const look = isRefused ? ({ family: 'red', icon: CircleX } as const) : LOOK[step.status]
  return (
    <TaskRow
      {...look}
      title={step.label}
      detail={detailOf(step, own, verification)}
      end={isRefused ? <RefusedBadge /> : <StepEnd step={step} isPrimary={isPrimary} />}
    />
  )
}

function StepEnd({ step, isPrimary }: { step: VerificationStep; isPrimary: boolean }) {
  if (step.status !== 'required') return <StatusBadge vocabulary={stepStatus} value={step.status} />
  return (
    <Link className={buttonClass(isPrimary ? 'primary' : 'secondary')} to={step.href}>
      Complete<span className="sr-only"> {step.label}</span>
    </Link>
  )
}

function RefusedBadge() {
  return (
    <Badge family="red" icon={CircleX}>
      Not approved
    </Badge>
  )
}

function detailOf(step: VerificationStep, own: OwnCase | null, verification: Props['verification']) {
  const { facts, status } = verification
  switch (step.id) {
    case 'risk_disclosure': {
      const accepted = verification.certifications.find((one) => isRiskDisclosure(one.certification_name))
      if (step.status === 'required') return stepTask(step.id, verification)
      return accepted ? `Accepted on ${formatDate(accepted.acknowledged_at)}` : 'Accepted'
    }
    case 'user_classification': {
      const type = status?.userType ?? facts.pendingType
      const card = USER_TYPE_CARDS.find((one) => one.id === type)
      if (step.status === 'required') return stepTask(step.id, verification)
      return card ? `You chose: ${card.title}` : 'Chosen'
    }
    case 'trader_certification':
      return <CertificationDetail step={step} verification={verification} />
    case 'identity_verification':
      return identityDetail(step.status, own) ?? stepTask(step.id, verification)
    default:
      return step.id satisfies never
  }
}

/** Category and end of the statement, or what is still to do (onboarding §4, decisions §4). */
function CertificationDetail({ step, verification }: Pick<Props, 'step' | 'verification'>) {
  const statement = verification.status?.investorStatement
  if (step.status === 'required') return stepTask(step.id, verification)
  if (!statement) return 'You have certified yourself.'
  return (
    <>
      {CATEGORY_NAMES[statement.category]}, valid until {formatDate(statement.expiresAt)}.{' '}
      <Link to={paths.traderCertification()}>View or renew</Link>
    </>
  )
}

/** How the check stands; null while it is still to be handed in. */
function identityDetail(status: VerificationStep['status'], own: OwnCase | null): string | null {
  if (own?.state === 'rejected') return `Decided on ${formatDate(own.decidedAt)}`
  if (own?.state === 'needs_resubmission') return 'Some items need another look from you.'
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

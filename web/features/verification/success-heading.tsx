import CircleCheck from 'lucide-react/icons/circle-check'
import LogIn from 'lucide-react/icons/log-in'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { CaseKind } from '#contract/verification/cases.ts'
import type { AccountStanding } from '#contract/verification/standing.ts'
import { isWithUs } from '#domain/cases/case-waiting.ts'
import { hasEnded } from '#domain/standing/next-step.ts'
import { FAMILY_CLASS } from '#web/ui/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'

const MARKS = {
  success: { icon: CircleCheck, family: 'green' },
  info: { icon: LogIn, family: 'blue' },
  attention: { icon: TriangleAlert, family: 'yellow' },
} as const

/** A success page's large heading with its icon. */
export function SuccessHeading({
  title,
  lead,
  tone,
}: {
  title: string
  lead: string
  tone: keyof typeof MARKS
}) {
  const { icon: Icon, family } = MARKS[tone]
  return (
    <>
      <span
        className={classNames(
          'inline-flex rounded-full bg-(--c-bg) p-3 text-(--c-ink)',
          FAMILY_CLASS[family],
        )}
      >
        <Icon className="size-[15px] stroke-[2.2]" />
      </span>
      <h1 className="mt-4" tabIndex={-1}>
        {title}
      </h1>
      <p className="mt-3 text-lead text-ink-2">{lead}</p>
    </>
  )
}

export type SuccessVariant =
  | 'certification_completed'
  | 'certification_required'
  | 'onboarding_completed'
  | 'submitted'
  /** The case has since been decided or handed back. */
  | 'decided'
  /** It ended without a decision, and can be started again. */
  | 'ended'
  /** The URL names something that doesn't exist. */
  | 'nothing'

interface SuccessSearch {
  type?: string
  completed?: string
  registerRequired?: string
}

/** The case that the URL names, or the leading one if it names none. */
export function kindOfSuccess({ type }: SuccessSearch, leading: CaseKind): CaseKind {
  if (type?.startsWith('business')) return 'business'
  return type?.startsWith('consumer') ? 'consumer' : leading
}

/**
 * The success page to show. The URL asks, the account's data answers: no URL can fake a submission or a
 * certification.
 */
export function successVariant(
  search: SuccessSearch,
  { standing, needsCertification }: { standing: AccountStanding; needsCertification: boolean },
): SuccessVariant {
  if (search.type === 'certification') {
    const step = standing.steps.find(({ id }) => id === 'trader_certification')
    return step?.status === 'completed' ? 'certification_completed' : 'nothing'
  }
  if (needsCertification) return 'certification_required'
  const own = standing[kindOfSuccess(search, standing.leading)]
  if (hasEnded(own.state)) return 'ended'
  if (own.state === null || own.state === 'draft') return 'nothing'
  if (!isWithUs(own.state)) return 'decided'
  const isCompleted = search.completed === 'true' || search.type?.endsWith('_onboarding')
  return isCompleted ? 'onboarding_completed' : 'submitted'
}

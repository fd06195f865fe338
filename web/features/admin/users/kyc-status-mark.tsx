import { useQuery } from '@tanstack/react-query'
import type { CaseKind } from '#contract/cases.ts'
import { classNames } from '#web/ui/class-names.ts'
import { FAMILY_CLASS } from '#web/ui/family.ts'
import { caseStatus, lookOf } from '#web/ui/status.ts'
import { reviewCaseQuery } from '../queries.ts'

/** The status of a tab as an icon, with its word for screen readers. */
export function KycStatusMark({
  userId,
  kind,
  hasProfile,
}: {
  userId: number
  kind: CaseKind
  hasProfile: boolean
}) {
  const { data } = useQuery({ ...reviewCaseQuery(userId, kind), enabled: hasProfile })
  if (hasProfile && !data) return null
  const { family, icon: Icon, label } = lookOf(caseStatus, data?.case?.state)
  return (
    <span className={classNames(FAMILY_CLASS[family], 'flex text-(--c-solid)')}>
      <Icon className="i" />
      <span className="sr-only"> {label}</span>
    </span>
  )
}

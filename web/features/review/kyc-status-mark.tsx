import { useQuery } from '@tanstack/react-query'
import type { CaseKind } from '#contract/verification/cases.ts'
import { caseBadge } from '#domain/standing/case-badges.ts'
import { reviewCaseQuery } from '#web/shared/directory/queries.ts'
import { FAMILY_CLASS } from '#web/ui/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { BADGE_ICONS } from '#web/ui/standing-badge.tsx'

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
  const { family, icon, label } = caseBadge(data?.case?.state ?? null, 'staff')
  const Icon = BADGE_ICONS[icon]
  return (
    <span className={classNames(FAMILY_CLASS[family], 'flex text-(--c-solid)')}>
      <Icon />
      <span className="sr-only"> {label}</span>
    </span>
  )
}

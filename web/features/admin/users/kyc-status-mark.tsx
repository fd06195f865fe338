import { classNames } from '#web/ui/class-names.ts'
import { FAMILY_CLASS } from '#web/ui/family.ts'
import { lookOf, verificationStatus } from '#web/ui/status.ts'

/** The status of a tab as an icon, with its word for screen readers. */
export function KycStatusMark({ status }: { status: string | undefined }) {
  const { family, icon: Icon, label } = lookOf(verificationStatus, status)
  return (
    <span className={classNames(FAMILY_CLASS[family], 'flex text-(--c-solid)')}>
      <Icon className="i" />
      <span className="sr-only"> {label}</span>
    </span>
  )
}

import CircleCheck from 'lucide-react/icons/circle-check'
import LogIn from 'lucide-react/icons/log-in'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { FAMILY_CLASS } from '#web/ui/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'

const MARKS = {
  success: { icon: CircleCheck, family: 'green' },
  info: { icon: LogIn, family: 'blue' },
  attention: { icon: TriangleAlert, family: 'yellow' },
} as const

/** The large heading of a success page with its mark. */
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

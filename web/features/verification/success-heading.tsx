import CircleCheck from 'lucide-react/icons/circle-check'
import LogIn from 'lucide-react/icons/log-in'
import { classNames } from '#web/ui/class-names.ts'
import { FAMILY_CLASS } from '#web/ui/family.ts'

/** The large heading of a success page with its mark. */
export function SuccessHeading({
  title,
  lead,
  tone,
}: {
  title: string
  lead: string
  tone: 'success' | 'info'
}) {
  const Icon = tone === 'success' ? CircleCheck : LogIn
  return (
    <>
      <span className={classNames('bd min-h-0 p-3', FAMILY_CLASS[tone === 'success' ? 'green' : 'blue'])}>
        <Icon className="i i-24" />
      </span>
      <h1 className="mt-4" tabIndex={-1}>
        {title}
      </h1>
      <p className="lead mt-3">{lead}</p>
    </>
  )
}

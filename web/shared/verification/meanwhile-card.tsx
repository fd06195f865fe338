import type { Home } from '#contract/verification/leaf.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/card.tsx'
import { TaskLink } from './step-link.tsx'

/** What the person can do while we review their case. */
export function MeanwhileCard({
  meanwhile: { title, text, action, href },
}: {
  meanwhile: NonNullable<Home['meanwhile']>
}) {
  return (
    <Card className="px-5 py-4" aria-labelledby="meanwhile">
      <h2 className="text-h4" id="meanwhile">
        While you wait: {title}
      </h2>
      <p className="mt-0.5 text-sm text-ink-2">{text}</p>
      <TaskLink className={buttonClass('secondary', 'md', true, 'mt-3')} href={href}>
        {action}
      </TaskLink>
    </Card>
  )
}

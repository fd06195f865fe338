import type { CaseKind } from '#contract/verification/cases.ts'
import { continuing } from '#domain/standing/next-step.ts'
import { Banner } from '#web/ui/banner.tsx'
import { TaskLink } from './step-link.tsx'
import { useStanding } from './use-verification.ts'

/** For someone who started a second application besides the one that the account shows, and hasn't sent it. */
export function StartedApplication({ className }: { className?: string }) {
  const standing = useStanding()
  if (!standing) return null
  const other: CaseKind = standing.leading === 'business' ? 'consumer' : 'business'
  if (standing[other].state !== 'draft') return null
  const { title, text, action, href } = continuing(other)
  return (
    <Banner kind="info" title={title} className={className}>
      {text}{' '}
      <TaskLink href={href} className="link">
        {action}
      </TaskLink>
    </Banner>
  )
}

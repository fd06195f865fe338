import type { CaseStanding } from '#contract/verification/standing.ts'
import { correctionPath } from '#domain/cases/case-notice-text.ts'
import { hasEnded, START_AGAIN } from './next-step.ts'

/** Returns the button of an application that was sent before, and where it leads: to what is left to do, or to where it stands. */
export function applicationPlace({ kind, state }: Pick<CaseStanding, 'kind' | 'state'>): {
  action: string
  href: string
} {
  if (state === 'needs_resubmission')
    return { action: 'Correct and submit again', href: correctionPath(kind) }
  if (hasEnded(state)) return { action: START_AGAIN.action, href: correctionPath(kind) }
  if (state === 'reverification_due') return { action: 'Confirm your details', href: '/verification/confirm' }
  return { action: 'See your verification', href: '/verification' }
}

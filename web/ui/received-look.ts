import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import type { StatusLook } from './status-badge.tsx'

/**
 * The look of a status that may be a provider's own: among ours case, spaces, - and _ make no difference, any other is
 * shown as received (account-admin §4).
 */
export function receivedLook(looks: Readonly<Record<string, StatusLook>>, received: string): StatusLook {
  const status = received.trim()
  return (
    new Map(Object.entries(looks)).get(status.toLowerCase().replaceAll(/[\s-]+/g, '_')) ?? {
      label: status || 'Unknown',
      family: 'neutral',
      icon: CircleQuestionMark,
    }
  )
}

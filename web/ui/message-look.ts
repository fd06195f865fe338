import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { IconType } from './badge.tsx'

export type MessageKind = 'info' | 'warning' | 'error' | 'success'

/** The colour and the icon of a message, be it in the page or over it. */
export const MESSAGE_LOOK: Record<MessageKind, { family: string; icon: IconType }> = {
  info: { family: 'bl', icon: Info },
  warning: { family: 'y', icon: TriangleAlert },
  error: { family: 'r', icon: CircleAlert },
  success: { family: 'g', icon: CircleCheck },
}

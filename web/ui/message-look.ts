import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { FAMILY_CLASS, type IconType } from './badge.tsx'

export type MessageKind = 'info' | 'warning' | 'error' | 'success'

/** A message's colour and icon, in the page or above it. */
export const MESSAGE_LOOK: Record<MessageKind, { familyClass: string; icon: IconType }> = {
  info: { familyClass: FAMILY_CLASS.blue, icon: Info },
  warning: { familyClass: FAMILY_CLASS.yellow, icon: TriangleAlert },
  error: { familyClass: FAMILY_CLASS.red, icon: CircleAlert },
  success: { familyClass: FAMILY_CLASS.green, icon: CircleCheck },
}

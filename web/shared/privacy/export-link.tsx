import Download from 'lucide-react/icons/download'
import type { ReactNode } from 'react'
import { type ButtonVariant, buttonClass } from '#web/ui/button-class.ts'
import { exportRecently } from './recent-download.ts'

/** Downloads a list as a file. */
export function ExportLink({
  href,
  variant = 'secondary',
  children,
}: {
  href: string
  variant?: ButtonVariant
  children: ReactNode
}) {
  return (
    <a className={buttonClass(variant)} href={href} download onClick={(event) => void exportRecently(event)}>
      <Download />
      {children}
    </a>
  )
}

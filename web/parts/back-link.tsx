import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import { buttonClass } from '#web/ui/button-class.ts'

/** The way back to the page above this one; it stands over the title. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={buttonClass('tertiary', 'md', false, '-ml-2.5')} to={to}>
      <ArrowLeft className="i" />
      {children}
    </Link>
  )
}

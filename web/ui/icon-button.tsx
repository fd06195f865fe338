import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { classNames } from './class-names.ts'

export type IconButtonProps = Omit<ButtonProps, 'children' | 'block' | 'busyLabel' | 'aria-label'> & {
  /** What the button does; it has no visible words. */
  label: string
  icon: ReactNode
}

/** A square button with an icon only. */
export function IconButton({ label, icon, className, ...rest }: IconButtonProps) {
  return (
    <Button {...rest} aria-label={label} className={classNames('btn-i', className)}>
      {icon}
    </Button>
  )
}

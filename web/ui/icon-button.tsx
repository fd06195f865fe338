import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'

export type IconButtonProps = Omit<
  ButtonProps,
  'children' | 'block' | 'square' | 'busyLabel' | 'aria-label'
> & {
  /** What the button does; it has no visible text. */
  label: string
  icon: ReactNode
}

/** A square button with only an icon. */
export function IconButton({ label, icon, ...rest }: IconButtonProps) {
  return (
    <Button {...rest} square aria-label={label}>
      {icon}
    </Button>
  )
}

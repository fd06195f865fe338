import * as RadixPopover from 'radix-ui/popover'
import type { ReactElement, ReactNode } from 'react'

/** Details on demand, beside the button that opens them. */
export function Popover({
  trigger,
  label,
  children,
  side = 'bottom',
}: {
  /** A Button, or anything that takes a ref and onClick. */
  trigger: ReactElement
  label: string
  children: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
}) {
  return (
    <RadixPopover.Root>
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          className="pop"
          side={side}
          sideOffset={8}
          collisionPadding={16}
          aria-label={label}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  )
}

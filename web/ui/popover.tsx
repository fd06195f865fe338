import * as RadixPopover from 'radix-ui/popover'
import type { ReactElement, ReactNode, RefObject } from 'react'
import { useBackCloses } from './back-closes.ts'
import { classNames } from './class-names.ts'
import { isOfToasts } from './toast.ts'

/** Dismissing a message leaves what is open as it is. */
function stayForToasts(event: Event): void {
  if (isOfToasts(event)) event.preventDefault()
}

const LOOK_CLASS =
  'z-55 animate-[rise_var(--t-2)_var(--ease)] rounded-3 border border-line bg-raised text-card shadow-2'
const ROOM_CLASS = {
  text: 'max-w-[min(340px,calc(100vw-32px))] px-4 py-3.5',
  form: 'max-h-(--radix-popover-content-available-height) w-[340px] max-w-[calc(100vw-32px)] overflow-auto px-5 pt-4.5 pb-5',
} as const

type Side = 'top' | 'right' | 'bottom' | 'left'

/** Details on demand, next to the button that opens them. */
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
  side?: Side
}) {
  return (
    <RadixPopover.Root>
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          className={classNames(LOOK_CLASS, ROOM_CLASS.text)}
          side={side}
          sideOffset={8}
          collisionPadding={16}
          aria-label={label}
          onInteractOutside={stayForToasts}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  )
}

/** The same for a button elsewhere, so that the popover can load when first opened. */
export function AnchoredPopover({
  anchor,
  open,
  onClose,
  label,
  children,
  side = 'top',
  room = 'text',
}: {
  /** The button that opens and closes it, to which the focus returns. */
  anchor: RefObject<HTMLElement | null>
  open: boolean
  onClose: () => void
  label: string
  children: ReactNode
  side?: Side
  /** Wider for a form or a list, which scrolls in a low window. */
  room?: keyof typeof ROOM_CLASS
}) {
  useBackCloses(open, onClose)
  // Clicking the button closes it, and mustn't count as a click outside first.
  const stayForAnchor = (event: Event) => {
    stayForToasts(event)
    if (event.target instanceof Node && anchor.current?.contains(event.target)) event.preventDefault()
  }
  const returnFocus = (event: Event) => {
    event.preventDefault()
    anchor.current?.focus()
  }
  return (
    <RadixPopover.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <RadixPopover.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      <RadixPopover.Portal>
        <RadixPopover.Content
          className={classNames(LOOK_CLASS, ROOM_CLASS[room])}
          side={side}
          align="end"
          sideOffset={8}
          collisionPadding={16}
          aria-label={label}
          onInteractOutside={stayForAnchor}
          onCloseAutoFocus={returnFocus}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  )
}

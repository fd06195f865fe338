import X from 'lucide-react/icons/x'
import * as RadixDialog from 'radix-ui/dialog'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import { isOfToasts } from './toast.ts'

let locks = 0

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** The row of buttons. */
  footer?: ReactNode
  size?: 'md' | 'sm'
  /** Without it Esc and the scrim do nothing and there is no close button: the dialog offers its own way out. */
  dismissible?: boolean
  /** Told when someone tries to dismiss one that cannot be. */
  onDismissRefused?: () => void
  /** Focused on opening, instead of the first control. */
  initialFocus?: RefObject<HTMLElement | null>
  className?: string
}

/**
 * A modal dialog, a bottom sheet on phones. Radix holds the focus and gives it back. The scrim is ours and not
 * Radix's overlay, which would inject a style element that the CSP refuses.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'md',
  dismissible = true,
  onDismissRefused,
  initialFocus,
  className,
}: DialogProps) {
  const keepOpen = (event: Event) => {
    if (!dismissible || isOfToasts(event)) event.preventDefault()
  }
  const refuse = (event: Event) => {
    keepOpen(event)
    if (!dismissible && !isOfToasts(event)) onDismissRefused?.()
  }
  // Radix gives the focus back to its own trigger only, and this dialog is opened by state.
  const opener = useRef<Element | null>(null)
  const handleOpenFocus = (event: Event) => {
    opener.current = document.activeElement
    if (!initialFocus?.current) return
    event.preventDefault()
    initialFocus.current.focus()
  }
  const handleCloseFocus = (event: Event) => {
    event.preventDefault()
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <div className="scrim">
          <ScrollLock />
          <RadixDialog.Content
            className={classNames('dlg', size === 'sm' && 'dlg-sm', className)}
            onEscapeKeyDown={refuse}
            onPointerDownOutside={refuse}
            onInteractOutside={keepOpen}
            onOpenAutoFocus={handleOpenFocus}
            onCloseAutoFocus={handleCloseFocus}
            {...(description ? {} : { 'aria-describedby': undefined })}
          >
            <div className="dlg-h">
              <RadixDialog.Title className="h2">{title}</RadixDialog.Title>
              {dismissible ? (
                <RadixDialog.Close className="btn btn-t btn-i btn-sm dlg-x" aria-label="Close">
                  <X className="i" />
                </RadixDialog.Close>
              ) : null}
            </div>
            <div className="dlg-b">
              {description ? (
                <RadixDialog.Description className="text-ink-2">{description}</RadixDialog.Description>
              ) : null}
              {children}
            </div>
            {footer ? <div className="dlg-f">{footer}</div> : null}
          </RadixDialog.Content>
        </div>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

/**
 * Holds the page still while it is mounted, without moving it where the scrollbar was. Radix would do this with an
 * injected style element, which our CSP refuses; styles set by script are allowed.
 */
function ScrollLock() {
  useLayoutEffect(() => {
    const { documentElement: root, body } = document
    if (locks === 0) {
      const scrollbarWidth = window.innerWidth - root.clientWidth
      root.style.overflow = 'hidden'
      if (scrollbarWidth > 0) body.style.paddingRight = `${scrollbarWidth}px`
    }
    locks += 1
    return () => {
      locks -= 1
      if (locks > 0) return
      root.style.overflow = ''
      body.style.paddingRight = ''
    }
  }, [])
  return null
}

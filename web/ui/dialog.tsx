import X from 'lucide-react/icons/x'
import * as RadixDialog from 'radix-ui/dialog'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { useBackCloses } from './back-closes.ts'
import { buttonLook } from './button-class.ts'
import { classNames } from './class-names.ts'
import { DIALOG_SURFACE_CLASS } from './dialog-surface.ts'
import { type FocusPlace, focusPlace, returnFocus } from './focus-place.ts'
import { isOfToasts } from './toast.ts'

let locks = 0

const SIZE_CLASS = { sm: 'max-w-[460px]', md: 'max-w-[560px]', lg: 'max-w-[720px]' } as const

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** The row of buttons. */
  footer?: ReactNode
  size?: keyof typeof SIZE_CLASS
  /** Hides the page behind it completely, and lies above everything else. */
  covers?: boolean
  /** If false, Esc and the scrim do nothing and there is no close button: the dialog offers its own way out. */
  dismissible?: boolean
  /** If false, the browser's Back does what it does without the dialog. */
  backCloses?: boolean
  /** Called when someone tries to dismiss a dialog that can't be dismissed. */
  onDismissRefused?: () => void
  /** Focused on opening instead of the first control. */
  initialFocus?: RefObject<HTMLElement | null>
  className?: string
}

/** Vertically centred with the title, also at its larger size. */
const CLOSE_CLASS = '-mt-1 -mr-2 pointer-coarse:-mt-2 pointer-coarse:-mr-3'
const FOOTER_CLASS =
  'flex flex-wrap gap-3 px-7 pt-4 pb-6 max-phone:flex-col max-phone:px-5 [&>.button]:flex-1 max-phone:[&>.button]:min-h-12 max-phone:[&>.button]:flex-none'

/**
 * A modal dialog, a bottom sheet on phones. Radix traps and restores the focus. The scrim is ours rather than
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
  covers,
  dismissible = true,
  backCloses = true,
  onDismissRefused,
  initialFocus,
  className,
}: DialogProps) {
  useBackCloses(open && backCloses, () => (dismissible ? onOpenChange(false) : onDismissRefused?.()))
  const keepOpen = (event: Event) => {
    if (!dismissible || isOfToasts(event)) event.preventDefault()
  }
  const refuse = (event: Event) => {
    keepOpen(event)
    if (!dismissible && !isOfToasts(event)) onDismissRefused?.()
  }
  // Radix restores the focus only to its own trigger, and this dialog is opened by state.
  const opener = useRef<FocusPlace | null>(null)
  const handleOpenFocus = (event: Event) => {
    opener.current = focusPlace()
    if (!initialFocus?.current) return
    event.preventDefault()
    initialFocus.current.focus()
  }
  const handleCloseFocus = (event: Event) => {
    event.preventDefault()
    if (opener.current) returnFocus(opener.current)
  }
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <div
          className={classNames(
            'pointer-events-auto fixed inset-0 grid animate-[fade_var(--t-3)_var(--ease)] place-items-center overflow-auto p-4 max-phone:[place-items:end_stretch] max-phone:p-0',
            covers ? 'z-90 bg-canvas' : 'z-50 bg-scrim',
          )}
        >
          <ScrollLock />
          <RadixDialog.Content
            className={classNames(
              DIALOG_SURFACE_CLASS,
              'rounded-4 max-phone:max-w-none max-phone:rounded-b-none max-phone:pb-[env(safe-area-inset-bottom)]',
              SIZE_CLASS[size],
              className,
            )}
            onEscapeKeyDown={refuse}
            onPointerDownOutside={refuse}
            onInteractOutside={keepOpen}
            onOpenAutoFocus={handleOpenFocus}
            onCloseAutoFocus={handleCloseFocus}
            {...(description ? {} : { 'aria-describedby': undefined })}
          >
            <div className="flex items-start gap-3 px-7 pt-6 max-phone:px-5">
              <RadixDialog.Title className="text-h2 min-w-0 flex-1">{title}</RadixDialog.Title>
              {dismissible ? (
                <RadixDialog.Close
                  className={buttonLook('tertiary', 'sm', 'square', CLOSE_CLASS)}
                  aria-label="Close"
                >
                  <X />
                </RadixDialog.Close>
              ) : null}
            </div>
            <div className="px-7 py-5 max-phone:px-5">
              {description ? (
                <RadixDialog.Description className="text-ink-2">{description}</RadixDialog.Description>
              ) : null}
              {children}
            </div>
            {footer ? <div className={FOOTER_CLASS}>{footer}</div> : null}
          </RadixDialog.Content>
        </div>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

/**
 * Prevents scrolling while it is mounted, without shifting the page by the scrollbar's width. Radix would do
 * this with an injected style element, which our CSP refuses; styles set by script are allowed.
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

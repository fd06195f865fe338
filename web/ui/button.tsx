import LoaderCircle from 'lucide-react/icons/loader-circle'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { type ButtonSize, type ButtonVariant, buttonLook } from './button-class.ts'
import { classNames } from './class-names.ts'

export type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  block?: boolean
  /** As wide as it is high, for an icon only. */
  square?: boolean
  /** Shows the spinner, keeps the width and ignores clicks, so that nothing is submitted twice. */
  busy?: boolean
  busyLabel?: ReactNode
  /** Keeps the button focusable, so that its reason (aria-describedby) can be read; clicks do nothing. */
  disabled?: boolean
}

/** A button in one of the five looks of design §7.6. `type` defaults to "button". */
export function Button({
  variant = 'secondary',
  size = 'md',
  block,
  square,
  busy = false,
  busyLabel,
  disabled = false,
  className,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const blocked = busy || disabled
  // preventDefault also stops the submit, both by click and by Enter in a form field.
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (!blocked) return onClick?.(event)
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <button
      {...rest}
      type={type}
      className={buttonLook(variant, size, square ? 'square' : block ? 'block' : 'words', className)}
      aria-busy={busy || undefined}
      aria-disabled={blocked || undefined}
      onClick={handleClick}
    >
      {busy ? <BusyContent rest={children} label={busyLabel} isTight={square || size === 'sm'} /> : children}
    </button>
  )
}

const PLACE_CLASS = 'col-start-1 row-start-1 inline-flex items-center gap-2'

/** The label keeps the width and, if no text takes its place, the button's name; the spinner and its text are laid over it
 * and may use the padding. */
function BusyContent({
  rest,
  label,
  isTight,
}: {
  rest: ReactNode
  label: ReactNode
  isTight: boolean | undefined
}) {
  return (
    <span className="inline-grid items-center justify-items-center">
      <span className={classNames(PLACE_CLASS, 'opacity-0')} aria-hidden={label ? true : undefined}>
        {rest}
      </span>
      <span className={classNames(PLACE_CLASS, isTight ? '-mx-[9px]' : '-mx-3')}>
        <LoaderCircle className="animate-spin" />
        {label}
      </span>
    </span>
  )
}

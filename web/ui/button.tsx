import LoaderCircle from 'lucide-react/icons/loader-circle'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts'

export type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  block?: boolean
  /** Shows the spinner, keeps the width and swallows clicks, so that nothing is submitted twice. */
  busy?: boolean
  busyLabel?: ReactNode
  /** Keeps the button focusable, so that its reason (aria-describedby) can be read; clicks do nothing. */
  disabled?: boolean
}

/** A button in one of the five looks of design §7. `type` is "button" unless said otherwise. */
export function Button({
  variant = 'secondary',
  size = 'md',
  block,
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
  // preventDefault also stops the submit, both by click and by Enter in a field of the form.
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (!blocked) return onClick?.(event)
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(variant, size, block, className)}
      aria-busy={busy || undefined}
      aria-disabled={blocked || undefined}
      onClick={handleClick}
    >
      {busy ? <BusyContent rest={children} label={busyLabel} /> : children}
    </button>
  )
}

function BusyContent({ rest, label }: { rest: ReactNode; label: ReactNode }) {
  return (
    <span className="btn-stack">
      <span className="btn-rest" aria-hidden={label ? true : undefined}>
        {rest}
      </span>
      <span className="btn-busy">
        <LoaderCircle className="i spin" />
        {label}
      </span>
    </span>
  )
}

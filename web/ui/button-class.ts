import { classNames } from './class-names.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'tertiary' | 'danger' | 'dangerSolid'
export type ButtonSize = 'sm' | 'md' | 'lg'

const VARIANT: Record<ButtonVariant, string> = {
  primary: 'btn-p',
  secondary: 'btn-s',
  tertiary: 'btn-t',
  danger: 'btn-d',
  dangerSolid: 'btn-dp',
}

/** The class of anything that looks like a button: `<Link className={buttonClass('primary', 'lg')}>`. */
export function buttonClass(
  variant: ButtonVariant = 'secondary',
  size: ButtonSize = 'md',
  block?: boolean,
  extra?: string,
): string {
  return (
    classNames('btn', VARIANT[variant], size !== 'md' && `btn-${size}`, block && 'btn-block', extra) ?? 'btn'
  )
}

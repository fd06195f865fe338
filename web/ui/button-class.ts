import { classNames } from './class-names.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'tertiary' | 'danger' | 'dangerSolid'
export type ButtonSize = 'sm' | 'md' | 'lg'
/** As wide as its label, as its container, or a square with an icon. */
export type ButtonShape = 'words' | 'block' | 'square'

/** `button` identifies it for its container and has no styles of its own. */
const BASE_CLASS =
  'button inline-flex items-center justify-center gap-2 rounded-2 border font-semibold tracking-[-0.003em] whitespace-nowrap magnified:text-center magnified:whitespace-normal no-underline transition-[background-color,border-color] duration-(--t-1) ease-(--ease) disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-3 aria-disabled:cursor-not-allowed aria-disabled:border-line-strong aria-disabled:bg-sunken aria-disabled:text-ink-3 forced-colors:aria-disabled:border-[GrayText] forced-colors:aria-disabled:text-[GrayText] print:hidden'

const VARIANT_CLASS: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-brand text-on-brand hover:bg-brand-hover',
  secondary: 'border-line-strong bg-surface text-ink hover:bg-sunken',
  tertiary: 'border-transparent bg-transparent text-brand hover:bg-brand-soft',
  danger: 'border-red-solid bg-surface text-red-ink hover:bg-red-bg',
  dangerSolid:
    'border-transparent bg-red-solid text-on-red hover:bg-[color-mix(in_oklab,var(--red-solid)_88%,var(--ink))]',
}

const SIZE_CLASS: Record<ButtonSize, string> = {
  sm: 'min-h-9 text-sm/5 pointer-coarse:min-h-11',
  md: 'min-h-(--control) text-card/5',
  lg: 'min-h-12 text-base/5',
}

const PADDING_CLASS: Record<ButtonSize, string> = { sm: 'px-3', md: 'px-4', lg: 'px-5.5' }

const SQUARE_CLASS: Record<ButtonSize, string> = {
  sm: 'w-9 p-0 pointer-coarse:w-11',
  md: 'w-(--control) p-0',
  lg: 'w-12 p-0',
}

/** The class of anything that looks like a button: `<Link className={buttonClass('primary', 'lg')}>`. */
export function buttonClass(
  variant: ButtonVariant = 'secondary',
  size: ButtonSize = 'md',
  block?: boolean,
  extra?: string,
): string {
  return buttonLook(variant, size, block ? 'block' : 'words', extra)
}

/** The same with a custom shape. */
export function buttonLook(
  variant: ButtonVariant,
  size: ButtonSize,
  shape: ButtonShape,
  extra?: string,
): string {
  const room =
    shape === 'square' ? SQUARE_CLASS[size] : variant === 'tertiary' ? 'px-2.5' : PADDING_CLASS[size]
  const names = [BASE_CLASS, VARIANT_CLASS[variant], SIZE_CLASS[size], room, shape === 'block' && 'w-full']
  return classNames(...names, extra) ?? ''
}

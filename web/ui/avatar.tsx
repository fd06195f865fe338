import type { IconType } from './badge.tsx'
import { classNames } from './class-names.ts'

const SIZE = {
  sm: 'size-[26px] text-[.6875rem]',
  md: 'size-9 text-[.875rem]',
  lg: 'size-12 text-[.875rem]',
  xl: 'size-18 text-[1.5625rem] max-sm:size-14 max-sm:text-[1.25rem]',
} as const

/** People's colours; red and green are reserved for states. */
const COLOURS = [
  'bg-brand-soft text-brand-ink',
  'bg-blue-bg text-blue-ink',
  'bg-yellow-bg text-yellow-ink',
  'bg-neutral-bg text-neutral-ink',
] as const

/** A round mark before a name: initials in the person's colour, or an icon. Decorative, because the name follows. */
export function Avatar({
  name = '',
  icon: Icon,
  size = 'md',
}: {
  name?: string
  icon?: IconType
  size?: keyof typeof SIZE
}) {
  return (
    <span
      className={classNames(
        'inline-grid flex-none place-items-center overflow-hidden rounded-full font-[620] tracking-[0.01em] forced-colors:border',
        COLOURS[colourOf(name)],
        SIZE[size],
      )}
      aria-hidden="true"
    >
      {Icon ? <Icon className="size-6 stroke-[1.6]" /> : initials(name)}
    </span>
  )
}

/** The same name has the same colour everywhere. */
function colourOf(name: string): number {
  let sum = 0
  for (const letter of name.trim()) sum += letter.codePointAt(0) ?? 0
  return sum % COLOURS.length
}

/** Returns the first letters of the first and the last word. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const ends = words.length > 1 ? [words[0], words[words.length - 1]] : words
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('')
}

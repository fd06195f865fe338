import type { IconType } from './badge.tsx'
import { classNames } from './class-names.ts'

const SIZE = {
  sm: 'size-[26px] text-[11px]',
  md: 'size-9 text-[14px]',
  lg: 'size-12 text-[14px]',
  xl: 'size-18 text-[25px] max-sm:size-14 max-sm:text-[20px]',
} as const

/** A round mark before a name: initials, or an icon. Decorative, since the name stands beside it. */
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
        'inline-grid flex-none place-items-center overflow-hidden rounded-full bg-brand-soft font-[620] tracking-[0.01em] text-brand-ink',
        SIZE[size],
      )}
      aria-hidden="true"
    >
      {Icon ? <Icon className="size-6 stroke-[1.6]" /> : initials(name)}
    </span>
  )
}

/** Returns the first letters of the first and the last word. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const ends = words.length > 1 ? [words[0], words[words.length - 1]] : words
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('')
}

import { classNames } from './class-names.ts'

const BASE_CLASS =
  'block rounded-2 bg-surface font-normal text-ink shadow-[inset_0_1px_0_rgb(16_32_26/0.02)] placeholder:text-ink-3 placeholder:opacity-100 focus-visible:outline-offset-1'

const STATE_CLASS = {
  good: 'border border-line-strong hover:border-ink-2 focus-visible:border-ink disabled:border-line disabled:bg-sunken disabled:text-ink-2 disabled:opacity-100 [&[readonly]]:border-line [&[readonly]]:bg-sunken [&[readonly]]:text-ink-2',
  bad: 'border-2 border-red-solid disabled:bg-sunken disabled:text-ink-2 disabled:opacity-100 [&[readonly]]:bg-sunken [&[readonly]]:text-ink-2',
} as const

// The wider border of an invalid control doesn't move anything.
const ROOM_CLASS = {
  normal: { good: 'px-3.5 py-[11px]', bad: 'px-[13px] py-2.5' },
  compact: { good: 'px-3 py-[7px]', bad: 'px-[11px] py-1.5' },
} as const

const SIZE_CLASS = { normal: 'min-h-12 text-base', compact: 'min-h-(--control) text-card/6' } as const
const PLACE_CLASS = { normal: 'mt-2 w-full', compact: 'mt-1.5 w-full' } as const

/** Arrows of our own, because a select with `appearance: none` has none; in forced colours its native look. */
const SELECT_CLASS =
  'appearance-none bg-[linear-gradient(45deg,transparent_50%,var(--ink-2)_50%),linear-gradient(135deg,var(--ink-2)_50%,transparent_50%)] bg-size-[5px_5px] bg-position-[right_19px_center,right_14px_center] bg-no-repeat pr-10 disabled:bg-none forced-colors:appearance-auto'

export type ControlLook = {
  compact?: boolean | undefined
  /** Whether its answer is invalid. */
  bad?: boolean | undefined
  kind?: 'input' | 'select' | 'textarea'
  /** Replaces the default position below the label and the full width. */
  place?: string
}

/** The class of an input, select or textarea. */
export function controlClass(
  { compact, bad, kind = 'input', place }: ControlLook = {},
  extra?: string,
): string {
  const size = compact ? 'compact' : 'normal'
  const state = bad ? 'bad' : 'good'
  const names = [
    BASE_CLASS,
    STATE_CLASS[state],
    kind === 'textarea' ? 'min-h-28 resize-y text-base' : SIZE_CLASS[size],
    ROOM_CLASS[size][state],
    place ?? PLACE_CLASS[size],
    kind === 'select' && SELECT_CLASS,
  ]
  return classNames(...names, extra) ?? ''
}

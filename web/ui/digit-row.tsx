import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Kbd } from './kbd.tsx'

const CHOSEN = {
  brand: 'bg-brand-soft font-semibold text-brand-ink',
  warning: 'bg-yellow-bg font-semibold text-yellow-ink',
} as const

type Props = {
  id?: string
  /** The key that presses it; empty if only this one has none, undefined if none has. */
  digit?: string | undefined
  isOn: boolean
  tone: keyof typeof CHOSEN
  onToggle: () => void
  children: ReactNode
}

/** One of several choices, any number of which may be on, toggled by mouse or by its digit. */
export function DigitRow({ id, digit, isOn, tone, onToggle, children }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row that is pressed as a whole, by mouse and by its digit.
    <button
      type="button"
      id={id}
      role="checkbox"
      aria-checked={isOn}
      aria-keyshortcuts={digit || undefined}
      className={classNames(
        'grid min-h-8 w-full cursor-pointer grid-cols-[minmax(0,1fr)_20px] items-center gap-2 border-0 px-2 text-left text-sm max-[860px]:min-h-11',
        digit !== undefined && 'min-[861px]:grid-cols-[24px_minmax(0,1fr)_20px]',
        isOn ? CHOSEN[tone] : 'bg-transparent text-ink hover:bg-sunken',
      )}
      onClick={onToggle}
    >
      {digit ? <Kbd>{digit}</Kbd> : digit === '' ? <span className="max-[860px]:hidden" /> : null}
      {children}
      {isOn ? (
        <Check className="size-4" />
      ) : (
        // Shown where no key indicates that it can be pressed.
        <span
          className={classNames(
            'size-4 rounded-1 border border-line-strong',
            digit !== undefined && 'min-[861px]:hidden',
          )}
        />
      )}
    </button>
  )
}

import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

export type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role'>

const SWITCH_CLASS =
  'relative h-6.5 w-11 flex-none cursor-pointer appearance-none rounded-[13px] bg-line-strong transition-[background-color] duration-(--t-2) ease-(--ease) after:absolute after:top-[3px] after:left-[3px] after:size-5 after:rounded-full after:bg-surface after:transition-transform after:duration-(--t-2) after:ease-(--ease) checked:bg-brand checked:after:translate-x-4.5 disabled:cursor-not-allowed disabled:opacity-65 forced-colors:appearance-auto forced-colors:after:hidden'

/** A bare switch; give it a label, or use SwitchRow. */
export function Switch({ className, ...input }: SwitchProps) {
  // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox says itself whether it is checked.
  return <input {...input} type="checkbox" role="switch" className={classNames(SWITCH_CLASS, className)} />
}

export type SwitchRowProps = SwitchProps & {
  label: ReactNode
  description?: ReactNode
  /** On and unchangeable: the row says "Always on". */
  locked?: boolean
}

/** Label and description at the left, the switch at the right. */
export function SwitchRow({ label, description, locked = false, id, ...input }: SwitchRowProps) {
  const own = useId()
  const switchId = id ?? own
  const state = locked ? { checked: true, disabled: true, readOnly: true } : {}
  return (
    <div className="flex items-start gap-4 border-line py-4 [&+&]:border-t">
      <div className="min-w-0 flex-1">
        <label className="font-semibold" htmlFor={switchId}>
          {label}
        </label>
        {description ? (
          <p className="mt-0.5 text-sm text-ink-2" id={`${switchId}-text`}>
            {description}
          </p>
        ) : null}
      </div>
      <span className="flex items-center gap-2">
        {locked ? <span className="text-sm text-ink-3">Always on</span> : null}
        <Switch
          {...input}
          {...state}
          id={switchId}
          aria-describedby={description ? `${switchId}-text` : undefined}
        />
      </span>
    </div>
  )
}

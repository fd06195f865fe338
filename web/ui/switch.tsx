import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

export type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role'>

/** A bare switch; give it a label, or use SwitchRow. */
export function Switch({ className, ...input }: SwitchProps) {
  // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox says itself whether it is checked.
  return <input {...input} type="checkbox" role="switch" className={classNames('switch', className)} />
}

export type SwitchRowProps = SwitchProps & {
  label: ReactNode
  description?: ReactNode
  /** On and not to be changed: the row says "Always on". */
  locked?: boolean
}

/** Label and description at the left, the switch at the right. */
export function SwitchRow({ label, description, locked = false, id, ...input }: SwitchRowProps) {
  const own = useId()
  const switchId = id ?? own
  const state = locked ? { checked: true, disabled: true, readOnly: true } : {}
  return (
    <div className="sw">
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

import * as RadixTabs from 'radix-ui/tabs'
import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'

export type TabItem<Value extends string> = {
  value: Value
  label: ReactNode
  /** A number after the label, with what it counts for screen readers ("2 open"). */
  count?: { value: number; label: string }
  /** A status icon after the label, with its word in an `sr-only` span. */
  mark?: ReactNode
}

export type TabsProps<Value extends string> = {
  /** Name of the tab list. */
  label: string
  value: Value
  /** The caller keeps the selected tab in the URL (design §7). */
  onValueChange: (value: Value) => void
  items: readonly TabItem<Value>[]
  /** The tabs fit a phone: no sideways fade. */
  fit?: boolean
  className?: string
  /** TabPanels. */
  children: ReactNode
}

/** Tabs with automatic activation; arrows, Home and End by Radix. */
export function Tabs<Value extends string>({
  label,
  value,
  onValueChange,
  items,
  fit,
  className,
  children,
}: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab of the new value is found in the document.
  useEffect(() => {
    const selected = list.current?.querySelector<HTMLElement>('[aria-selected="true"]')
    selected?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [value])
  const handleChange = (next: string) => {
    const item = items.find((candidate) => candidate.value === next)
    if (item) onValueChange(item.value)
  }
  return (
    <RadixTabs.Root className={className} value={value} onValueChange={handleChange}>
      <RadixTabs.List className={classNames('tabs', fit && 'fit')} aria-label={label} ref={list}>
        {items.map((item) => (
          <RadixTabs.Trigger className="tab" key={item.value} value={item.value}>
            {item.label}
            {item.count ? (
              <span className="ct">
                <span aria-hidden="true">{item.count.value}</span>
                <span className="sr-only"> {item.count.label}</span>
              </span>
            ) : null}
            {item.mark}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {children}
    </RadixTabs.Root>
  )
}

/** What one tab shows; it exists only while its tab is selected. */
export function TabPanel({
  value,
  className,
  children,
}: {
  value: string
  className?: string
  children: ReactNode
}) {
  return (
    <RadixTabs.Content className={classNames('panel', className)} value={value}>
      {children}
    </RadixTabs.Content>
  )
}

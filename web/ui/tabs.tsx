import { createContext, type KeyboardEvent, type ReactNode, use, useEffect, useId, useRef } from 'react'
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

/** The tabs that a panel belongs to, by the id of their list, and which is selected. */
const TabsContext = createContext<{ id: string; selected: string } | null>(null)

/**
 * Tabs as the ARIA practices have them: one is in the Tab order, arrows, Home and End select another, round and round. Written out,
 * since they are on the first page of the administration, whose bytes are counted (performance P4).
 */
export function Tabs<Value extends string>({
  label,
  value,
  onValueChange,
  items,
  fit,
  className,
  children,
}: TabsProps<Value>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab of the new value is found in the document.
  useEffect(() => {
    const selected = list.current?.querySelector<HTMLElement>('[aria-selected="true"]')
    selected?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [value])
  const select = (next: Value) => {
    if (next !== value) onValueChange(next)
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>, place: number) => {
    const to = placeAfter(event, place, items.length)
    const next = to === null ? undefined : items.at(to)
    if (!next) return
    event.preventDefault()
    document.getElementById(tabId(id, next.value))?.focus()
    select(next.value)
  }
  return (
    <TabsContext value={{ id, selected: value }}>
      <div className={className}>
        <div className={classNames('tabs', fit && 'fit')} role="tablist" aria-label={label} ref={list}>
          {items.map((item, place) => (
            <button
              type="button"
              role="tab"
              className="tab"
              key={item.value}
              id={tabId(id, item.value)}
              aria-controls={panelId(id, item.value)}
              aria-selected={item.value === value}
              tabIndex={item.value === value ? 0 : -1}
              onClick={() => select(item.value)}
              onKeyDown={(event) => handleKeyDown(event, place)}
            >
              {item.label}
              {item.count ? (
                <span className="ct">
                  <span aria-hidden="true">{item.count.value}</span>
                  <span className="sr-only"> {item.count.label}</span>
                </span>
              ) : null}
              {item.mark}
            </button>
          ))}
        </div>
        {children}
      </div>
    </TabsContext>
  )
}

/** The place of the tab that a key leads to, from the end where it is negative; null where it leads to none. */
function placeAfter(event: KeyboardEvent, place: number, count: number): number | null {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null
  switch (event.key) {
    case 'ArrowRight':
      return (place + 1) % count
    case 'ArrowLeft':
      return place - 1
    case 'Home':
      return 0
    case 'End':
      return -1
    default:
      return null
  }
}

const tabId = (id: string, value: string) => `${id}-tab-${value}`
const panelId = (id: string, value: string) => `${id}-panel-${value}`

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
  const tabs = use(TabsContext)
  if (!tabs) return null
  const isSelected = tabs.selected === value
  return (
    <div
      className={classNames('panel', className)}
      role="tabpanel"
      id={panelId(tabs.id, value)}
      aria-labelledby={tabId(tabs.id, value)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the practices have a panel take the focus after its tab.
      tabIndex={0}
      hidden={!isSelected}
    >
      {isSelected ? children : null}
    </div>
  )
}

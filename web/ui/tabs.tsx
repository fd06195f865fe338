import { createContext, type KeyboardEvent, type ReactNode, use, useEffect, useId, useRef } from 'react'
import { classNames } from './class-names.ts'

export type TabItem<Value extends string> = {
  value: Value
  label: ReactNode
  /** A number after the label, with text for screen readers ("2 open"). */
  count?: { value: number; label: string }
  /** A status icon after the label, with its text in an `sr-only` span. */
  mark?: ReactNode
}

export type TabsProps<Value extends string> = {
  /** The tab list's label. */
  label: string
  value: Value
  /** The caller keeps the selected tab in the URL (design §7.5). */
  onValueChange: (value: Value) => void
  items: readonly TabItem<Value>[]
  /** The tabs fit a phone: no fade at the side. */
  fit?: boolean
  className?: string
  /** TabPanels. */
  children: ReactNode
}

// A dialog opens with the focus on its first tab, whose focus ring must not be cut off.
const LIST_CLASS =
  'flex gap-[22px] overflow-x-auto border-b border-line [scrollbar-width:none] max-rail:-mx-(--gutter) max-rail:gap-4.5 max-rail:pl-(--gutter) [&::-webkit-scrollbar]:hidden [[role=dialog]_&]:m-[0_0_0_-4px] [[role=dialog]_&]:p-[0_0_0_4px]'
/** If the tabs don't fit a phone they fade out at the side; the selected one is scrolled clear of that. */
const FADED_CLASS =
  'max-rail:pr-11 max-rail:[mask-image:linear-gradient(90deg,#000_calc(100%-44px),transparent)] max-rail:[scroll-padding:0_44px_0_var(--gutter)]'
const TAB_CLASS =
  'relative inline-flex min-h-12 cursor-pointer items-center gap-2 rounded-t-[6px] px-1 text-card/5 font-[520] whitespace-nowrap text-ink-2 first:-ml-1 hover:text-ink focus-visible:-outline-offset-3 aria-selected:font-[640] aria-selected:text-ink aria-selected:after:absolute aria-selected:after:inset-x-1 aria-selected:after:bottom-0 aria-selected:after:h-[3px] aria-selected:after:rounded-t-[3px] aria-selected:after:bg-brand forced-colors:aria-selected:after:bg-[Highlight] forced-colors:aria-selected:after:forced-color-adjust-none'

/** The tab list of a panel, by id, and the selected tab. */
const TabsContext = createContext<{ id: string; selected: string } | null>(null)

/**
 * Tabs following the ARIA practices: one is in the Tab order; arrows, Home and End select another, wrapping
 * around. Our own, because they are on the administration's first page, whose size is limited (performance P4).
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
        <div
          className={classNames(LIST_CLASS, fit ? 'max-rail:pr-(--gutter)' : FADED_CLASS)}
          role="tablist"
          aria-label={label}
          ref={list}
        >
          {items.map((item, place) => (
            <button
              type="button"
              role="tab"
              className={TAB_CLASS}
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
                <span className="min-w-5.5 rounded-[11px] bg-sunken px-1.5 text-center text-[.78125rem]/5 text-ink-2 tabular-nums">
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

/** The index of the tab that a key leads to, negative from the end; null if it leads to none. */
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

/** A tab's content, mounted only while its tab is selected. */
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
      className={classNames('p-[28px_0_0]', className)}
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

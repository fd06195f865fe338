import '#web/styles/table.css'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A table that becomes a list of cards up to 860 px. The caption is for screen readers. */
export function DataTable({
  caption,
  head,
  children,
  busy,
}: {
  caption: string
  /** Th and SortTh elements. */
  head: ReactNode
  /** Rows: `<tr>` with Td elements. */
  children: ReactNode
  busy?: boolean
}) {
  return (
    <div className="tw">
      <table className="tbl tbl-c" aria-busy={busy || undefined}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

/** A column head; `hidden` keeps its words for screen readers, `action` sets it above the rows' actions. */
export function Th({
  children,
  hidden,
  action,
}: {
  children: ReactNode
  hidden?: boolean
  action?: boolean
}) {
  return (
    <th scope="col" className={action ? 'full' : undefined}>
      {hidden ? <span className="sr-only">{children}</span> : children}
    </th>
  )
}

export type SortDirection = 'ascending' | 'descending' | 'none'

const SORT_ICON = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown }

/** A column head that sorts. The same column toggles and a new one starts ascending: `nextSort` says so. */
export function SortTh({
  children,
  direction,
  onSort,
}: {
  children: ReactNode
  direction: SortDirection
  onSort: (next: Exclude<SortDirection, 'none'>) => void
}) {
  const Icon = SORT_ICON[direction]
  return (
    <th scope="col" aria-sort={direction}>
      <button type="button" className="sort" onClick={() => onSort(nextSort(direction))}>
        {children} <Icon className="i" />
      </button>
    </th>
  )
}

/** Returns the direction after a press on a column with this one. */
export function nextSort(direction: SortDirection): Exclude<SortDirection, 'none'> {
  return direction === 'ascending' ? 'descending' : 'ascending'
}

export type TdProps = ComponentProps<'td'> & {
  /** The column's name, written before the value on phones. */
  label?: string
  /** Leads the card on phones. */
  head?: boolean
  /** Holds the row's action: right-aligned, a line of its own on phones. */
  action?: boolean
}

/** On a phone a plain link of it is as high as a finger. */
const ACTION_CLASS =
  'full max-rail:[&_a:not(.button)]:inline-flex max-rail:[&_a:not(.button)]:min-h-11 max-rail:[&_a:not(.button)]:items-center'

/** A cell. With a label its content is one block, which stands beside the label on phones. */
export function Td({ label, head, action, className, children, ...rest }: TdProps) {
  return (
    <td {...rest} data-l={label} className={classNames(head && 'hd-c', action && ACTION_CLASS, className)}>
      {label && !head ? <div>{children}</div> : children}
    </td>
  )
}

/** The line under a table: what is shown, and the paging buttons. */
export function TableFooter({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <div className="tf">
      <span role="status">{children}</span>
      {actions ? <span>{actions}</span> : null}
    </div>
  )
}

/** Yes or No, with an icon. */
export function YesNo({ value }: { value: boolean }) {
  const Icon = value ? CircleCheck : CircleX
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 align-middle font-[560]',
        value ? 'text-green-ink' : 'text-ink-3',
      )}
    >
      <Icon className="i size-4 stroke-[2.4]" />
      {value ? 'Yes' : 'No'}
    </span>
  )
}

/** Said above a list in which nothing has what was typed: what it shows instead. */
export function NearNotice({ typed }: { typed: string }) {
  return (
    <p role="status" className="px-6 py-3 text-ink-2 wrap-anywhere max-[860px]:px-4">
      Nothing matches “{typed}” exactly. Similar spellings:
    </p>
  )
}

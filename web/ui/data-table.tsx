import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** The rows; up to 860 px each is a card that begins with its head cell. */
const ROWS_CLASS =
  '*:hover:bg-[color-mix(in_oklab,var(--sunken)_45%,transparent)] [&>:last-child>*]:border-b-0 [&>[data-selected]:not(:hover)]:bg-brand-soft max-rail:block max-rail:*:grid max-rail:*:border-b max-rail:*:border-line max-rail:*:px-4 max-rail:*:py-3.5 max-rail:[&>:has(>td>input)]:grid-cols-[auto_minmax(0,1fr)] max-rail:[&>:has(>td>input)]:gap-x-3 max-rail:[&>:last-child]:border-b-0'

/** On phones only sortable heads remain, in a line above the cards. */
const HEAD_ROW_CLASS =
  "max-rail:flex max-rail:flex-wrap max-rail:items-center max-rail:gap-x-5 max-rail:border-b max-rail:border-line max-rail:px-4 max-rail:before:text-[.875rem] max-rail:before:text-ink-3 max-rail:before:content-['Sort_by']"

/** A table that becomes a list of cards up to 860 px. The caption is for screen readers. */
export function DataTable({
  caption,
  head,
  children,
  busy,
  dense,
}: {
  caption: string
  /** Th and SortTh elements. */
  head: ReactNode
  /** Rows: `<tr>` with Td elements; `data-selected` marks one. */
  children: ReactNode
  busy?: boolean
  /** Two lines of text per row: as many rows as fit the screen. */
  dense?: boolean
}) {
  return (
    <div className="relative overflow-x-auto">
      <table
        className={classNames(
          'w-full border-collapse text-[.90625rem]/5 max-rail:block',
          dense && 'rail:[&_td]:h-13 rail:[&_td]:py-[5px]',
        )}
        aria-busy={busy || undefined}
      >
        <caption className="sr-only">{caption}</caption>
        <thead className="max-rail:block max-rail:not-has-[[aria-sort]]:sr-only">
          <tr className={HEAD_ROW_CLASS}>{head}</tr>
        </thead>
        <tbody className={ROWS_CLASS}>{children}</tbody>
      </table>
    </div>
  )
}

/** Tables with many columns fit a small laptop without scrolling sideways. */
const SIDES_CLASS =
  'rail:px-3 rail:first:pl-6 rail:last:pr-6 rail:max-[1201px]:px-[7px] rail:max-[1201px]:first:pl-4 rail:max-[1201px]:last:pr-4'
const HEAD_CLASS = `text-[.84375rem] font-[560] whitespace-nowrap rail:h-11 rail:border-b rail:border-line rail:bg-[color-mix(in_oklab,var(--sunken)_55%,var(--surface))] ${SIDES_CLASS}`

/** A column head; `hidden` leaves its text to screen readers, `action` places it above the rows' actions. */
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
    <th
      scope="col"
      className={classNames(HEAD_CLASS, 'text-ink-3 max-rail:sr-only', action ? 'text-right' : 'text-left')}
    >
      {hidden ? <span className="sr-only">{children}</span> : children}
    </th>
  )
}

/** The head of the selection column: its checkbox selects all rows. */
export function SelectTh({ children }: { children: ReactNode }) {
  return (
    <th scope="col" className={classNames(HEAD_CLASS, 'text-left max-rail:-order-1')}>
      {children}
    </th>
  )
}

export type SortDirection = 'ascending' | 'descending' | 'none'

const SORT_ICON = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown }

/** A sortable column head. The same column toggles, and a new one starts ascending: see `nextSort`. */
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
    <th
      scope="col"
      aria-sort={direction}
      className={classNames(HEAD_CLASS, 'text-left', direction === 'none' ? 'text-ink-3' : 'text-ink')}
    >
      <button
        type="button"
        className="inline-flex min-h-11 items-center gap-1.5"
        onClick={() => onSort(nextSort(direction))}
      >
        {children} <Icon className="size-3.5" />
      </button>
    </th>
  )
}

/** Returns the direction after a click on a column that has this one. */
export function nextSort(direction: SortDirection): Exclude<SortDirection, 'none'> {
  return direction === 'ascending' ? 'descending' : 'ascending'
}

export type TdProps = ComponentProps<'td'> & {
  /** The column's name, shown before the value on phones. */
  label?: string
  /** Begins the card on phones. */
  head?: boolean
  /** The row's action: right-aligned, on a line of its own on phones. */
  action?: boolean
  /** The row's checkbox: before the head on phones. */
  select?: boolean
}

const CELL_CLASS = `rail:h-14 rail:border-b rail:border-line rail:py-3 max-rail:py-1 max-rail:wrap-anywhere ${SIDES_CLASS}`
/** On phones a value follows its column's name. */
const VALUE_CLASS =
  'max-rail:grid max-rail:grid-cols-[104px_1fr] max-rail:items-baseline max-rail:justify-items-start max-rail:gap-3 max-rail:before:text-[.875rem] max-rail:before:font-normal max-rail:before:text-ink-3 max-rail:before:content-[attr(data-l)] max-rail:[tr:has(>td>input)>&]:col-span-full'
/** The row's subject shrinks before other columns do; a link in it is high enough to press. */
const LEAD_CLASS =
  '[&_a:not(.button)]:inline-block [&_a:not(.button)]:py-0.5 max-rail:-order-1 max-rail:block max-rail:pb-1.5 max-rail:text-[1rem] rail:min-w-31 rail:wrap-anywhere'
/** A plain link is high enough to press, and on phones as high as a touch target. */
const ACTION_CLASS =
  'text-right whitespace-nowrap rail:[&_a:not(.button)]:inline-block rail:[&_a:not(.button)]:py-0.5 max-rail:block max-rail:text-left max-rail:[&_a:not(.button)]:inline-flex max-rail:[&_a:not(.button)]:min-h-11 max-rail:[&_a:not(.button)]:items-center max-rail:[tr:has(>td>input)>&]:col-span-full'
const SELECT_CLASS = 'max-rail:-order-1 max-rail:block'

/** A cell. With a label its content is one block, which follows the label on phones. */
export function Td({ label, head, action, select, className, children, ...rest }: TdProps) {
  const look = head ? LEAD_CLASS : action ? ACTION_CLASS : select ? SELECT_CLASS : VALUE_CLASS
  return (
    <td {...rest} data-l={label} className={classNames(CELL_CLASS, look, className)}>
      {label && !head ? <div>{children}</div> : children}
    </td>
  )
}

/** Further details of a row, expanded on demand; `of` names the row for screen readers. */
export function RowDetails({
  title,
  of,
  className,
  children,
}: {
  title: string
  of?: string
  className?: string
  children: ReactNode
}) {
  return (
    <details className={className}>
      <summary className="min-h-6 cursor-pointer whitespace-nowrap text-brand">
        {title}
        {of ? <span className="sr-only"> of {of}</span> : null}
      </summary>
      {children}
    </details>
  )
}

/** The line below a table: what is shown, and the paging buttons. */
export function TableFooter({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-3 border-t border-line px-6 py-3 text-sm text-ink-3 max-rail:px-4">
      <span role="status">{children}</span>
      {actions ? <span className="inline-flex gap-2">{actions}</span> : null}
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
      <Icon className="size-4 stroke-[2.4]" />
      {value ? 'Yes' : 'No'}
    </span>
  )
}

/** The notice above a list without exact matches: what is shown instead. */
export function NearNotice({ typed }: { typed: string }) {
  return (
    <p role="status" className="px-6 py-3 text-ink-2 wrap-anywhere max-[860px]:px-4">
      Nothing matches “{typed}” exactly. Similar spellings:
    </p>
  )
}

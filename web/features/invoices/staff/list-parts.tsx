import type { ReactNode } from 'react'
import { formatNumber } from '#web/lib/numbers.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { FilterBar, SearchField } from '#web/ui/filter-bar.tsx'
import { type LoadedPages, MorePages } from '#web/ui/more-pages.tsx'
import { SearchButtons } from '#web/ui/search-buttons.tsx'
import type { SkeletonCell } from '#web/ui/skeleton-rows.tsx'

/** What the parts of a list need from its query. */
interface List extends LoadedPages {
  isFetching: boolean
  refetch: () => unknown
}

/** The line under a list: how many are shown, and a button to load more. */
export function LoadMore({
  list,
  count,
  singular,
  plural,
}: {
  list: List
  /** How many are shown; undefined while the first page loads. */
  count: number | undefined
  singular: string
  plural: string
}) {
  if (count === undefined) return null
  return (
    <MorePages query={list}>
      {`Showing ${formatNumber(count)} ${count === 1 ? singular : plural}${list.hasNextPage ? ', and there are more' : ''}`}
    </MorePages>
  )
}

/** A list that couldn't be loaded, with a retry button. */
export function ListFailed({ title, list, children }: { title: string; list: List; children?: ReactNode }) {
  return (
    <ErrorState
      title={title}
      message={list.error?.message}
      onRetry={() => void list.refetch()}
      retrying={list.isFetching}
    >
      {children}
    </ErrorState>
  )
}

/** The skeleton cells of a row under these heads; the first is the row's header. */
export function waitingRow(heads: readonly string[]): SkeletonCell[] {
  return heads.map((label, column) => (column === 0 ? { head: true, width: 160 } : { label, width: 72 }))
}

/** A text search above a list. The URL has the applied text; the field has what is being typed. */
export function SearchBar({
  label,
  value = '',
  onSearch,
  onClear = () => onSearch(''),
  children,
}: {
  label: string
  value?: string
  onSearch: (text: string) => void
  /** Clears everything to be cleared; by default only the text. */
  onClear?: () => void
  /** Further filters, before the text. */
  children?: ReactNode
}) {
  return (
    <FilterBar searched={value} onSearch={(typed) => onSearch(typed('search'))}>
      {children}
      <SearchField label={label} name="search" maxLength={200} defaultValue={value} />
      <SearchButtons onClear={onClear} />
    </FilterBar>
  )
}

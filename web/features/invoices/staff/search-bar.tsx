import type { ReactNode } from 'react'
import { FilterBar, SearchField } from '#web/ui/filter-bar.tsx'
import { SearchButtons } from '#web/ui/search-buttons.tsx'

/** A text to search for, above a list. The address holds what is searched; the field holds what is being typed. */
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
  /** What else is to be cleared; by default the text alone. */
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

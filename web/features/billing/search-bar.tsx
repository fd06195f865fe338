import type { ReactNode, SubmitEvent } from 'react'
import { FilterBar } from '#web/ui/data-table.tsx'
import { SearchButtons } from '#web/ui/search-buttons.tsx'
import { TextField } from '#web/ui/text-field.tsx'

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
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('search')
    onSearch(typeof text === 'string' ? text.trim() : '')
  }
  return (
    <FilterBar searched={value} onSubmit={handleSubmit}>
      {children}
      <TextField
        label={label}
        name="search"
        type="search"
        compact
        maxLength={200}
        autoComplete="off"
        defaultValue={value}
      />
      <SearchButtons onClear={onClear} />
    </FilterBar>
  )
}

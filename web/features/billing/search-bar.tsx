import Search from 'lucide-react/icons/search'
import type { ReactNode, SubmitEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import { FilterBar } from '#web/ui/data-table.tsx'
import { TextField } from '#web/ui/text-field.tsx'

/** A text to search for, above a list. The address holds what is searched; the field holds what is being typed. */
export function SearchBar({
  label,
  value = '',
  onSearch,
  onClear,
  children,
}: {
  label: string
  value?: string | undefined
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
  const handleClear = (form: HTMLFormElement | null) => {
    const field = form?.querySelector<HTMLInputElement>('input[name="search"]')
    if (field) field.value = ''
    if (onClear) onClear()
    else onSearch('')
  }
  return (
    <FilterBar onSubmit={handleSubmit}>
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
      <Button type="submit" variant="primary">
        <Search className="i" />
        Search
      </Button>
      <Button variant="tertiary" onClick={(event) => handleClear(event.currentTarget.form)}>
        Clear filters
      </Button>
    </FilterBar>
  )
}

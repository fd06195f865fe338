import type { SubmitEvent } from 'react'
import { FilterBar } from '#web/ui/data-table.tsx'
import { SearchButtons } from '#web/ui/search-buttons.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { UserFilters } from '../queries.ts'

/** Email and name to search for. The address holds what is searched; the fields hold what is being typed. */
export function UserFilterBar({
  filters,
  onSearch,
}: {
  filters: UserFilters
  onSearch: (next: UserFilters) => void
}) {
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    onSearch({ ...filters, email: textOf(data.get('email')), name: textOf(data.get('name')) })
  }
  return (
    <FilterBar searched={`${filters.email} ${filters.name}`} onSubmit={handleSubmit}>
      <TextField
        label="Email"
        name="email"
        type="search"
        compact
        maxLength={254}
        autoComplete="off"
        defaultValue={filters.email}
      />
      <TextField
        label="Name"
        name="name"
        type="search"
        compact
        maxLength={200}
        autoComplete="off"
        defaultValue={filters.name}
      />
      <SearchButtons onClear={() => onSearch({ ...filters, email: undefined, name: undefined })} />
    </FilterBar>
  )
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value.trim() : ''
}

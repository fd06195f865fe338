import { FilterBar, SearchField } from '#web/ui/filter-bar.tsx'
import { SearchButtons } from '#web/ui/search-buttons.tsx'
import type { UserFilters } from '../queries.ts'

/** Email and name to search for. The address holds what is searched; the fields hold what is being typed. */
export function UserFilterBar({
  filters,
  onSearch,
}: {
  filters: UserFilters
  onSearch: (next: UserFilters) => void
}) {
  return (
    <FilterBar
      searched={`${filters.email} ${filters.name}`}
      onSearch={(typed) => onSearch({ ...filters, email: typed('email'), name: typed('name') })}
    >
      <SearchField label="Email" name="email" maxLength={254} defaultValue={filters.email} />
      <SearchField label="Name" name="name" maxLength={200} defaultValue={filters.name} />
      <SearchButtons onClear={() => onSearch({ ...filters, email: undefined, name: undefined })} />
    </FilterBar>
  )
}

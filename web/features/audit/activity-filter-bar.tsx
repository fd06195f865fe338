import { SIGN_IN_METHODS } from '#contract/audit/admin-activity.ts'
import { FilterBar, SearchField } from '#web/ui/filter-bar.tsx'
import { SearchButtons } from '#web/ui/search-buttons.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import type { ActivityFilters } from './activity-queries.ts'

/** Email and login method to look for. The address holds what is searched; the fields hold what is being typed. */
export function ActivityFilterBar({
  filters,
  onSearch,
}: {
  filters: ActivityFilters
  onSearch: (next: ActivityFilters) => void
}) {
  return (
    <FilterBar
      searched={`${filters.email} ${filters.method}`}
      onSearch={(typed) =>
        onSearch({
          email: typed('email'),
          method: SIGN_IN_METHODS.find((method) => method === typed('method')),
        })
      }
    >
      <SearchField label="Email" name="email" maxLength={254} defaultValue={filters.email} />
      <SelectField
        // A choice follows the address only when it is made again.
        key={filters.method}
        label="Login method"
        name="method"
        compact
        placeholder="All methods"
        options={SIGN_IN_METHODS.map((value) => ({ value, label: methodText(value) }))}
        defaultValue={filters.method ?? ''}
      />
      <SearchButtons onClear={() => onSearch({})} />
    </FilterBar>
  )
}

/** A login method as it stands in a table; an unlisted one is shown as received. */
export function methodText(method: string): string {
  return method.charAt(0).toUpperCase() + method.slice(1)
}

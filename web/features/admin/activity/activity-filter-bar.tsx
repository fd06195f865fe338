import type { SubmitEvent } from 'react'
import { SIGN_IN_METHODS } from '#contract/admin-activity.ts'
import { FilterBar } from '#web/ui/data-table.tsx'
import { SearchButtons } from '#web/ui/search-buttons.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { ActivityFilters } from './activity-queries.ts'

/** Email and login method to look for. The address holds what is searched; the fields hold what is being typed. */
export function ActivityFilterBar({
  filters,
  onSearch,
}: {
  filters: ActivityFilters
  onSearch: (next: ActivityFilters) => void
}) {
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    onSearch({
      email: String(data.get('email') ?? '').trim(),
      method: SIGN_IN_METHODS.find((one) => one === data.get('method')),
    })
  }
  return (
    <FilterBar searched={`${filters.email} ${filters.method}`} onSubmit={handleSubmit}>
      <TextField
        label="Email"
        name="email"
        type="search"
        compact
        maxLength={254}
        autoComplete="off"
        defaultValue={filters.email}
      />
      <SelectField
        // A choice follows the address only when it is made anew.
        key={filters.method}
        label="Login method"
        name="method"
        compact
        placeholder="All methods"
        options={SIGN_IN_METHODS.map((value) => ({ value, label: methodWords(value) }))}
        defaultValue={filters.method ?? ''}
      />
      <SearchButtons onClear={() => onSearch({})} />
    </FilterBar>
  )
}

/** A login method as it stands in a table; an unlisted one is shown as received. */
export function methodWords(method: string): string {
  return method.charAt(0).toUpperCase() + method.slice(1)
}

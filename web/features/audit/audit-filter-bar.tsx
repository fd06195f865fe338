import { useQuery } from '@tanstack/react-query'
import type { AuditFilters } from '#contract/audit/admin-audit.ts'
import { FilterBar, SearchField } from '#web/ui/filter-bar.tsx'
import { SearchButtons } from '#web/ui/search-buttons.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { auditTypesQuery } from './activity-queries.ts'

const FIELDS = ['type', 'person', 'actor', 'from', 'to'] as const

/** What to narrow the log to. The address holds what is searched. */
export function AuditFilterBar({
  filters,
  onSearch,
}: {
  filters: AuditFilters
  onSearch: (next: AuditFilters) => void
}) {
  const { data } = useQuery(auditTypesQuery)
  return (
    <FilterBar
      className="filters-n"
      searched={JSON.stringify(filters)}
      onSearch={(typed) => onSearch(Object.fromEntries(FIELDS.map((name) => [name, typed(name)])))}
    >
      <SelectField
        // The chosen one can only be shown once the types are there.
        key={data ? `loaded ${filters.type}` : 'loading'}
        label="Event"
        name="type"
        compact
        placeholder="All events"
        options={typeOptions(data?.types ?? [])}
        defaultValue={filters.type ?? ''}
      />
      <SearchField
        label="User (name, email or ID)"
        name="person"
        maxLength={254}
        defaultValue={filters.person}
      />
      <SearchField
        label="Done by (name, email or ID)"
        name="actor"
        maxLength={254}
        defaultValue={filters.actor}
      />
      <TextField
        label="From"
        name="from"
        type="date"
        compact
        defaultValue={filters.from}
        fieldClassName="day"
      />
      <TextField label="To" name="to" type="date" compact defaultValue={filters.to} fieldClassName="day" />
      <SearchButtons onClear={() => onSearch({})} />
    </FilterBar>
  )
}

/** Each kind of event as a whole first, then each type of it. */
function typeOptions(types: readonly { type: string; title: string }[]) {
  const groups = Map.groupBy(types, ({ type }) => type.split('.', 1).join())
  return [...groups].flatMap(([group, of]) => [
    { value: group, label: `All of “${group}”` },
    ...of.map(({ type, title }) => ({ value: type, label: `${title} (${type})` })),
  ])
}

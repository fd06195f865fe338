import { Suspense } from 'react'
import type { UserStanding } from '#contract/directory/admin-users.ts'
import { USER_STANDINGS } from '#contract/verification/case-states.ts'
import { caseBadge } from '#domain/standing/case-badges.ts'
import { IfMay, useMay } from '#web/lib/may.tsx'
import type { UserListFilters } from '#web/shared/directory/queries.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { FilterBar, FoldedFilters, SearchField } from '#web/ui/filter-bar.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { SearchButtons } from '#web/ui/search-buttons.tsx'
import { SelectField } from '#web/ui/select-field.tsx'

// The message for a refused download loads after the list; until then it is a normal link.
const ExportLink = lazyPart(() => import('#web/shared/privacy/export-link.tsx'), 'ExportLink')

const STANDINGS = USER_STANDINGS.map((value) => ({
  value,
  label: caseBadge(value === 'none' ? null : value, 'staff').label,
}))

/** The search and the filters for users. They are in the URL, so that it can be saved and shared. */
export function UserFilterBar({
  filters,
  onSearch,
}: {
  filters: UserListFilters
  onSearch: (next: UserListFilters) => void
}) {
  const findsErased = useMay('people.erased')
  return (
    <FilterBar
      narrow
      searched={`${filters.q} ${filters.email} ${filters.name}`}
      onSearch={(typed) =>
        onSearch({ ...filters, q: typed('q'), email: typed('email'), name: typed('name') })
      }
    >
      <SearchField label="Search everything" name="q" maxLength={200} defaultValue={filters.q} />
      <FoldedFilters
        chosen={[filters.email, filters.name, filters.individual, filters.business, filters.erased]}
      >
        <SearchField label="Email" name="email" maxLength={254} defaultValue={filters.email} />
        <SearchField label="Name" name="name" maxLength={200} defaultValue={filters.name} />
        <SelectField
          label="Individual"
          compact
          placeholder="All"
          value={filters.individual ?? ''}
          options={STANDINGS}
          onChange={({ target }) => onSearch({ ...filters, individual: namedStanding(target.value) })}
        />
        <SelectField
          label="Business"
          compact
          placeholder="All"
          value={filters.business ?? ''}
          options={STANDINGS}
          onChange={({ target }) => onSearch({ ...filters, business: namedStanding(target.value) })}
        />
        {findsErased ? (
          <SelectField
            label="Accounts"
            compact
            placeholder="Not erased"
            value={filters.erased ?? ''}
            options={[{ value: 'include', label: 'Erased as well' }]}
            onChange={({ target }) =>
              onSearch({ ...filters, erased: target.value === 'include' ? 'include' : undefined })
            }
          />
        ) : null}
      </FoldedFilters>
      <SearchButtons onClear={() => onSearch({ sort: filters.sort, order: filters.order })} />
      <IfMay capability="people.export">
        <Suspense
          fallback={
            <a className={buttonClass('tertiary')} href={exportUrl(filters)} download>
              <span className="inline-block size-4.5 flex-none align-middle" />
              Export CSV
            </a>
          }
        >
          <ExportLink variant="tertiary" href={exportUrl(filters)}>
            Export CSV
          </ExportLink>
        </Suspense>
      </IfMay>
    </FilterBar>
  )
}

/** The URL of the complete list as a file. */
function exportUrl(filters: UserListFilters): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) if (value) search.set(name, value)
  return `/api/admin/users/export.csv${search.size ? `?${search}` : ''}`
}

/** Returns the status that a URL or a field names, if it names one. */
export function namedStanding(value: string | undefined): UserStanding | undefined {
  return USER_STANDINGS.find((known) => known === value)
}

import { type ListSource, listName, MatchLevel } from '#contract/screening/sanctions.ts'
import { MatchWaiting } from '#contract/screening/screening.ts'
import { OUTCOME_LOOKS } from '#web/shared/screening/outcome-look.ts'
import { Button } from '#web/ui/button.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { isFiltered, type MatchFilters, matchFiltersOf } from './filters.ts'

const WAITING_LABELS: Readonly<Record<MatchWaiting, string>> = {
  day: 'More than a day',
  week: 'More than a week',
  month: 'More than 30 days',
}

type Props = { filters: MatchFilters; lists: readonly ListSource[]; onChange: (next: MatchFilters) => void }

/** Which matches the list shows; the address holds it, so that it can be sent to a colleague. */
export function MatchFilterBar({ filters, lists, onChange }: Props) {
  // One that is in force no more still has its matches, until everyone is screened without it.
  const sources = [...new Set([...lists, ...(filters.source ? [filters.source] : [])])]
  return (
    <FilterBar>
      <SelectField
        label="Match"
        compact
        placeholder="All"
        value={filters.level ?? ''}
        options={MatchLevel.options.map((level) => ({
          value: level,
          label: OUTCOME_LOOKS[level].label,
        }))}
        onChange={({ target }) => onChange({ ...filters, level: MatchLevel.safeParse(target.value).data })}
      />
      <SelectField
        label="List"
        compact
        placeholder="All"
        value={filters.source ?? ''}
        options={sources.map((source) => ({ value: source, label: listName(source) }))}
        onChange={({ target }) =>
          onChange({ ...filters, source: matchFiltersOf({ list: target.value }).source })
        }
      />
      <SelectField
        label="Waiting"
        compact
        placeholder="Any time"
        value={filters.waiting ?? ''}
        options={MatchWaiting.options.map((waiting) => ({ value: waiting, label: WAITING_LABELS[waiting] }))}
        onChange={({ target }) =>
          onChange({ ...filters, waiting: MatchWaiting.safeParse(target.value).data })
        }
      />
      {isFiltered(filters) ? (
        <Button size="sm" className="self-end" onClick={() => onChange({})}>
          Clear filters
        </Button>
      ) : null}
    </FilterBar>
  )
}

import { useQuery } from '@tanstack/react-query'
import { CaseKind, DueState, QUEUE_STATES, QueueState } from '#contract/verification/cases.ts'
import { caseBadge } from '#domain/standing/case-badges.ts'
import { useMay } from '#web/lib/may.tsx'
import { useUser } from '#web/lib/session.ts'
import { FilterBar, SearchField } from '#web/ui/filter-bar.tsx'
import { SearchButtons } from '#web/ui/search-buttons.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { queueFiltersOf } from './filters.ts'
import { type QueueListFilters, reviewersQuery } from './queries.ts'

const DUE_LABELS: Readonly<Record<DueState, string>> = {
  overdue: 'Overdue',
  due_soon: 'Due soon',
  on_time: 'On time',
}
const KIND_LABELS: Readonly<Record<CaseKind, string>> = { consumer: 'Individual', business: 'Business' }

/** Among the states, though it is of two of them: no one wants it beside another. */
const UNREVIEWED = 'unreviewed'

type Props = { filters: QueueListFilters; onChange: (next: QueueListFilters) => void }

/** What the list shows; the address holds it, so that it can be sent to a colleague. */
export function QueueFilterBar({ filters, onChange }: Props) {
  const me = useUser()?.id
  const mayWork = useMay('cases.work')
  const { data } = useQuery(reviewersQuery)
  const others = data?.reviewers.filter(({ id }) => id !== me) ?? []
  return (
    <FilterBar
      className="filters-n"
      searched={filters.q ?? ''}
      onSearch={(typed) => onChange({ ...filters, q: typed('q') || undefined })}
    >
      <SearchField label="Name or number" name="q" maxLength={200} defaultValue={filters.q} />
      <SelectField
        label="State"
        compact
        placeholder="Waiting for review"
        value={filters.approval ?? filters.state ?? ''}
        options={[
          ...QUEUE_STATES.map((state) => ({ value: state, label: caseBadge(state, 'staff').label })),
          { value: UNREVIEWED, label: 'Approved without a full review' },
        ]}
        onChange={({ target }) =>
          onChange({
            ...filters,
            state: QueueState.safeParse(target.value).data,
            approval: target.value === UNREVIEWED ? UNREVIEWED : undefined,
          })
        }
      />
      <SelectField
        label="Reviewer"
        compact
        placeholder="Everyone"
        value={filters.owner === undefined ? '' : String(filters.owner)}
        options={[
          // An address may ask for it all the same.
          ...(mayWork || filters.owner === 'me' ? [{ value: 'me', label: 'Me' }] : []),
          { value: 'nobody', label: 'No one' },
          ...others.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ target }) =>
          onChange({ ...filters, owner: queueFiltersOf({ owner: target.value }).owner })
        }
      />
      <SelectField
        label="Account type"
        compact
        placeholder="All"
        value={filters.kind ?? ''}
        options={CaseKind.options.map((kind) => ({ value: kind, label: KIND_LABELS[kind] }))}
        onChange={({ target }) => onChange({ ...filters, kind: CaseKind.safeParse(target.value).data })}
      />
      <SelectField
        label="Promise"
        compact
        placeholder="All"
        value={filters.due ?? ''}
        options={DueState.options.map((due) => ({ value: due, label: DUE_LABELS[due] }))}
        onChange={({ target }) => onChange({ ...filters, due: DueState.safeParse(target.value).data })}
      />
      <SearchButtons variant="secondary" onClear={() => onChange({})} />
    </FilterBar>
  )
}

import '#web/styles/queue.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import ListStart from 'lucide-react/icons/list-start'
import { useState } from 'react'
import { IfMay, useMay } from '#web/lib/may.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useClaimNext } from '#web/shared/cases/use-claim-next.ts'
import { Shortcuts } from '#web/shared/shell/shortcuts.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { AssignBar } from './assign-bar.tsx'
import { queueFiltersOf, queueSearchOf } from './filters.ts'
import { type QueueListFilters, queueQuery } from './queries.ts'
import { QueueFilterBar } from './queue-filter-bar.tsx'
import { queueShortcuts } from './queue-shortcuts.ts'
import { QueueTable } from './queue-table.tsx'
import { UnconfirmedNote } from './unconfirmed-note.tsx'
import { useOwnership } from './use-ownership.ts'

/** The reviewers' day: what waits, the most urgent first, and who has it (cases, Deciding). */
export function QueuePage() {
  usePageTitle('Review queue')
  const filters = queueFiltersOf(useSearch({ from: '/admin-shell/admin/queue' }))
  const navigate = useNavigate()
  const { claimNext, isClaiming } = useClaimNext(filters.kind)
  const ownership = useOwnership()
  const may = { mayWork: useMay('cases.work'), mayAssign: useMay('cases.lead') }
  const [selected, setSelected] = useState<readonly number[]>([])
  const { data } = useInfiniteQuery(queueQuery(filters))
  const rows = data?.pages.flatMap((page) => page.cases) ?? []
  // What left the list is not acted on unseen.
  const chosen = selected.filter((id) => rows.some((row) => row.id === id))
  const toggle = (id: number) =>
    setSelected(chosen.includes(id) ? chosen.filter((chosenId) => chosenId !== id) : [...chosen, id])
  const show = (next: QueueListFilters) =>
    void navigate({ to: '/admin/queue', search: queueSearchOf(next), resetScroll: false })
  return (
    <Page width="wide">
      <div className="q-h">
        <h1 tabIndex={-1}>Review queue</h1>
        <div className="q-a">
          <Shortcuts shortcuts={queueShortcuts({ rows, claimNext, toggle, ...ownership, ...may })} />
          <IfMay capability="cases.work">
            <Button variant="primary" busy={isClaiming} busyLabel="Claiming..." onClick={claimNext}>
              <ListStart className="i" />
              Claim next case
            </Button>
          </IfMay>
        </div>
      </div>
      <Card aria-labelledby="cases">
        <h2 id="cases" className="sr-only">
          Cases
        </h2>
        <QueueFilterBar filters={filters} onChange={show} />
        <UnconfirmedNote filters={filters} count={data?.pages[0]?.unconfirmed ?? 0} onChange={show} />
        <IfMay capability="cases.lead">
          <AssignBar chosen={chosen} onDone={() => setSelected([])} />
        </IfMay>
        <QueueTable
          filters={filters}
          chosen={chosen}
          onToggle={toggle}
          onToggleAll={(ids) => setSelected(ids)}
          ownership={ownership}
          onSort={(sort, order) => show({ ...filters, sort, order })}
          onClear={() => show({})}
        />
      </Card>
    </Page>
  )
}

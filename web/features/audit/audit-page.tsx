import { useNavigate, useSearch } from '@tanstack/react-router'
import type { AuditFilters } from '#contract/audit/admin-audit.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { AuditActions } from './audit-actions.tsx'
import { AuditCheckpoint } from './audit-checkpoint.tsx'
import { AuditFilterBar } from './audit-filter-bar.tsx'
import { AuditTable } from './audit-table.tsx'

/** The ledger: who did what, when and to whom; to narrow, to take along and to check (security R24). */
export function AuditPage() {
  usePageTitle('Audit log')
  const { type, person, actor, from, to } = useSearch({ from: '/admin-shell/admin/audit' })
  const navigate = useNavigate()
  const filters: AuditFilters = { type, person, actor, from, to }
  const show = (next: AuditFilters) =>
    void navigate({
      to: '/admin/audit',
      search: {
        type: next.type || undefined,
        person: next.person || undefined,
        actor: next.actor || undefined,
        from: next.from || undefined,
        to: next.to || undefined,
      },
      resetScroll: false,
    })
  return (
    <Page width="wide">
      <h1 className="mb-2" tabIndex={-1}>
        Audit log
      </h1>
      <p className="mb-5 max-w-[68ch] text-ink-2">
        Every change, and every time someone viewed identity data. Nothing here can be edited or deleted: each
        event carries the hash of the one before it.
      </p>
      <AuditCheckpoint />
      <AuditActions filters={filters} />
      <Card aria-labelledby="events">
        <h2 id="events" className="sr-only">
          Events
        </h2>
        <AuditFilterBar filters={filters} onSearch={show} />
        <AuditTable filters={filters} onClear={() => show({})} />
      </Card>
    </Page>
  )
}

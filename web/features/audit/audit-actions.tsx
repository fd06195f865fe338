import { useMutation } from '@tanstack/react-query'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { AuditFilters } from '#contract/audit/admin-audit.ts'
import { api } from '#web/lib/api.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { formatNumber } from '#web/lib/numbers.ts'
import { ExportLink } from '#web/shared/privacy/export-link.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

/** Takes what is shown along as a file; recomputes the chain of the whole log when asked, and says what was found. */
export function AuditActions({ filters }: { filters: AuditFilters }) {
  const check = useMutation({ mutationFn: () => api('POST /api/admin/audit/check') })
  const { data, error } = check
  return (
    <div className="mb-6 grid gap-4">
      <div className="flex flex-wrap gap-3">
        <Button busy={check.isPending} busyLabel="Checking..." onClick={() => check.mutate()}>
          <ShieldCheck className="i" />
          Check the chain
        </Button>
        <ExportLink href={exportUrl(filters, 'csv')}>Export CSV</ExportLink>
        <ExportLink href={exportUrl(filters, 'ndjson')}>Export NDJSON</ExportLink>
      </div>
      {data?.isWhole ? (
        <Banner kind="success" title="The log is intact" live>
          {formatNumber(data.checked)} events checked on {formatDateTime(data.checkedAt)}.
        </Banner>
      ) : null}
      {data && !data.isWhole ? (
        <Banner kind="error" title="The log was tampered with" live>
          {formatNumber(data.checked)} events checked on {formatDateTime(data.checkedAt)}. The chain is broken
          here:
          <ul className="mt-2 list-disc pl-5">
            {data.faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </Banner>
      ) : null}
      {error ? (
        <Banner kind="error" title="The log could not be checked" live>
          {error.message}
        </Banner>
      ) : null}
    </div>
  )
}

function exportUrl(filters: AuditFilters, format: 'csv' | 'ndjson'): string {
  const search = new URLSearchParams({ format })
  for (const [name, value] of Object.entries(filters)) if (value) search.set(name, value)
  return `/api/admin/audit/export?${search}`
}

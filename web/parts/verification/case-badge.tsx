import CircleX from 'lucide-react/icons/circle-x'
import { Badge } from '#web/ui/badge.tsx'
import { applicationStatus } from '#web/ui/status.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import type { OwnCase } from './own-case.ts'

/**
 * The badge of one's own case: a rejection that cannot be mended asks for no action, so it reads otherwise (cases.md,
 * States).
 */
export function CaseBadge({ one, fallback }: { one: OwnCase | null | undefined; fallback?: string }) {
  if (one?.state === 'rejected') {
    return (
      <Badge family="red" icon={CircleX}>
        {one.label}
      </Badge>
    )
  }
  return <StatusBadge vocabulary={applicationStatus} value={one?.kyc_status ?? fallback ?? 'pending'} />
}

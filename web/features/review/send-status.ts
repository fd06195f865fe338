import type { AdminStatus, CaseKind, KycStatus } from '#contract/verification/cases.ts'
import { api, type Input } from '#web/lib/api.ts'

type Refinement = Omit<Input<'PUT /api/admin/users/:id/kyc-status'>['body'], 'kyc_status'>

/**
 * Sets a status by its kind's status call, and returns the resulting one: an approval may await a second person
 * (cases, Four eyes).
 */
export async function sendStatus(
  { userId, kind }: { userId: number; kind: CaseKind },
  status: AdminStatus,
  refinement: Refinement,
): Promise<KycStatus> {
  const params = { id: userId }
  if (kind === 'consumer') {
    const body = { kyc_status: status, ...refinement }
    return (await api('PUT /api/admin/users/:id/kyc-status', { params, body })).kyc_status
  }
  const body = { cdd_status: status, ...refinement }
  return (await api('PUT /api/admin/users/:id/cdd-status', { params, body })).cdd_status
}

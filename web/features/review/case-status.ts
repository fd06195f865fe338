import type { AdminUserDetail } from '#contract/directory/admin-users.ts'
import type { AdminStatus, CaseKind, KycStatus } from '#contract/verification/cases.ts'
import { api, type Input } from '#web/lib/api.ts'

/** The status of one of a user's two cases; undefined where nothing was submitted. */
export function statusOf(
  user: Pick<AdminUserDetail, 'kyc_profile' | 'business_profile'>,
  kind: CaseKind,
): KycStatus | undefined {
  return kind === 'consumer' ? user.kyc_profile?.kyc_status : user.business_profile?.cdd_status
}

type Refinement = Omit<Input<'PUT /api/admin/users/:id/kyc-status'>['body'], 'kyc_status'>

/**
 * Sets it by the status call of its kind, and returns what it is then: an approval may wait for a second person
 * (account-admin §4).
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

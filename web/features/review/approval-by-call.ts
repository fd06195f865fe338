import type { ApprovalObstacle, ReviewCase, ReviewItem } from '#contract/review/admin-cases.ts'
import type { AdminStatus, ApprovalBasis, CaseKind, KycStatus } from '#contract/verification/cases.ts'
import { overruledText } from '#domain/cases/overruled-items.ts'
import { api, type Input } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { draftOf, unsavedItems, type VerdictDraft, type VerdictDrafts } from './verdict-drafts.ts'

type Refinement = Omit<Input<'PUT /api/admin/users/:id/kyc-status'>['body'], 'kyc_status'>

/**
 * Sets a status by its kind's status call, and returns the resulting one: an approval may await a second person
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

/** What an approval by the status call would be based on, with the reader's unsaved marks. */
export function basisOfCall({ items }: Pick<ReviewCase, 'items'>, drafts: VerdictDrafts = {}): ApprovalBasis {
  const unsaved = unsavedItems(items, drafts)
  const reviewed = items.filter((item) =>
    unsaved.includes(item) ? draftOf(item, drafts).decision === 'accepted' : item.acceptedBy !== null,
  )
  return { way: 'status_call', reviewed: reviewed.length, total: items.length }
}

/** How many of the documents the reader has read themselves; null if there are none. */
export function readDocuments({
  items,
}: Pick<ReviewCase, 'items'>): { documents: number; total: number } | null {
  const given = items.filter(({ document }) => document !== null)
  return given.length > 0
    ? { documents: given.filter(({ isRead }) => isRead).length, total: given.length }
    : null
}

/** What prevents an approval, according to the refusal if there was one: it may name what wasn't known before. */
export function obstaclesNow(
  known: readonly ApprovalObstacle[],
  error: Error | null,
): readonly Pick<ApprovalObstacle, 'kind' | 'text'>[] {
  const missing = error instanceof ApiError ? error.body.conflict?.missing : undefined
  return (
    missing?.map((text) => known.find((each) => each.text === text) ?? { kind: 'waivable', text }) ?? known
  )
}

/**
 * What prevents an approval by the status call, with the reader's unsaved marks: `left` of what the case says, and what
 * they have `marked` against items themselves.
 */
export function obstaclesWithMarks(
  { items, statusObstacles }: Pick<ReviewCase, 'items' | 'statusObstacles'>,
  drafts: VerdictDrafts,
): Record<'left' | 'marked', ApprovalObstacle[]> {
  const unsaved = unsavedItems(items, drafts)
  const isReplaced = ({ line, text }: ApprovalObstacle) =>
    unsaved.some((item) => item.item === line && text === saidAgainst(item, draftOf(item, {})))
  return {
    left: statusObstacles.filter((obstacle) => !isReplaced(obstacle)),
    marked: unsaved.flatMap((item) => {
      const draft = draftOf(item, drafts)
      return draft.decision === 'retry' || draft.decision === 'final'
        ? { kind: 'waivable', line: item.item, text: saidAgainst(item, draft) }
        : []
    }),
  }
}

function saidAgainst({ label }: ReviewItem, { decision, reasons, applicantText }: VerdictDraft): string {
  const text = decision === 'retry' ? applicantText.trim() || null : null
  return overruledText({ decision, reasons, text }, label)
}

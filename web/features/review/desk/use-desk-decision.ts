import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { UNDO_SECONDS } from '#contract/verification/case-limits.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import {
  draftProgress,
  draftsInForce,
  unsavedItems,
  type VerdictDrafts,
  type VerdictDraftsState,
  verdictsOf,
} from '#web/features/review/verdict-drafts.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { whenUnchanging } from '#web/lib/own-changes.ts'
import { invalidate, queryClient } from '#web/lib/query-client.ts'
import { type ClaimedCase, caseLink, useClaimNext } from '#web/shared/cases/use-claim-next.ts'
import { userQuery } from '#web/shared/directory/queries.ts'
import { toast } from '#web/ui/toast.ts'
import { DECISION_TEXT } from '../decision-text.ts'
import { filtersOfList, nextFiltersOf } from '../queue/filters.ts'
import { sendStatus } from '../send-status.ts'
import { refetchCase, showCase, versioned } from '../use-case-change.ts'
import { UNDO_KEY } from './desk-keys.ts'
import { fetchFirstPicture } from './pictures-ahead.ts'

const PROPOSED = 'Approval proposed to a second person'

/** What ends or suspends the work on a case, and leads to the next: deciding, skipping, claiming another. */
export function useDeskDecision(
  { userId, name }: { userId: number; name: string },
  reviewCase: ReviewCase,
  state: VerdictDraftsState,
  list: string | undefined,
) {
  const { drafts } = state
  const { kind, version, items } = reviewCase
  const navigate = useNavigate()
  const shown = filtersOfList(list)
  const {
    claimNext,
    followOn: claimFollowing,
    isClaiming,
  } = useClaimNext(nextFiltersOf(shown), list, fetchFirstPicture)
  /**
   * Opens what follows a confirmed approval: the next one awaiting this person's confirmation, which needs no
   * claim, otherwise the next case of the list they came from, unless that has nothing but such approvals. Returns
   * the claimed case.
   */
  const goOn = async (): Promise<ClaimedCase | null> => {
    const query = { kind: shown.kind, confirm: 'me', limit: 1 } as const
    const proposed = await api('GET /api/admin/queue', { query }).catch(() => null)
    const [waiting] = proposed?.cases ?? []
    if (waiting) await navigate(caseLink(waiting, { list }))
    else if (!shown.confirm) return list === undefined ? null : claimFollowing()
    else if (proposed) toast({ title: 'Nothing is left to confirm' })
    return null
  }
  /** Opens what follows a review. No one who came to confirm approvals is given a case to review. */
  const followOn = shown.confirm ? goOn : claimFollowing
  const undo = useUndoDecision(userId, kind, list)
  const show = (answer: { case: ReviewCase }, sent: VerdictDrafts) => {
    showCase(userId, answer.case)
    state.forget(sent)
    // The next case doesn't wait for these.
    void whenUnchanging().then(() => {
      void invalidate('GET /api/admin/users', 'GET /api/admin/queue')
      // Only this person's: the next case may be on the desk by now, and is fresh.
      void queryClient.invalidateQueries({ queryKey: userQuery(userId).queryKey })
    })
  }
  const decide = useMutation({
    ...versioned,
    mutationFn: ({ note, sent }: { note: string; sent: VerdictDrafts }) =>
      api('POST /api/admin/users/:id/kyc-decision', {
        params: { id: userId },
        body: { kind, version, items: verdictsOf(items, sent), undoable: true, ...(note && { note }) },
      }),
    onSuccess: (answer, { sent }) => {
      const { outcome, counts } = draftProgress(items, sent)
      show(answer, sent)
      const isProposed = answer.case.state === 'awaiting_second_approval'
      const title = isProposed ? PROPOSED : DECISION_TEXT[outcome](counts).done
      const { undoUntil } = answer.case
      // A claimed case makes room for the next; one decided without a claim doesn't.
      const next = reviewCase.owner?.isYou ? followOn() : null
      const run = () => undo(next)
      const action = { label: 'Undo', shortcut: UNDO_KEY, seconds: UNDO_SECONDS, run }
      const description = undoUntil ? `${name}. It counts in ${UNDO_SECONDS} seconds.` : name
      toast({ kind: 'success', title, description, ...(undoUntil && { action }) })
    },
  })
  /** Approves despite what an override lifts, with the unsaved marks, so that the record counts them. */
  const override = useMutation({
    ...versioned,
    mutationFn: async (note: string) => {
      const sent = draftsInForce(items, drafts)
      const marked = verdictsOf(unsavedItems(items, sent), sent)
      const status = await sendStatus({ userId, kind }, 'approved', {
        version,
        note,
        override: true,
        ...(marked.length > 0 && { items: marked }),
      })
      return { sent, isProposed: status === 'under_review' }
    },
    onSuccess: async ({ sent, isProposed }) => {
      await refetchCase()
      state.forget(sent)
      if (reviewCase.owner?.isYou) void followOn()
      toast({ kind: 'success', title: isProposed ? PROPOSED : 'Verification approved', description: name })
    },
  })
  /** Saves unsent marks, so that the case can be put aside. */
  const save = useMutation({
    ...versioned,
    mutationFn: async (sent: VerdictDrafts) => {
      const unsaved = unsavedItems(items, sent)
      if (unsaved.length === 0) return null
      return api('PUT /api/admin/users/:id/kyc-verdicts', {
        params: { id: userId },
        body: { kind, version, items: verdictsOf(unsaved, sent) },
      })
    },
    onSuccess: (answer, sent) => (answer ? show(answer, sent) : undefined),
  })
  const skip = useMutation({
    mutationFn: () => api('POST /api/admin/users/:id/kyc-skip', { params: { id: userId }, body: { kind } }),
    retry: false,
    onSuccess: ({ case: skipped }) => {
      showCase(userId, skipped)
      toast({
        title: 'Case skipped',
        description: 'It’s back in the queue. We’ll offer it to you again later.',
      })
      void followOn()
    },
    onError: (error) =>
      toast({ kind: 'error', title: 'The case was not skipped', description: error.message }),
  })
  const isBusy = isClaiming || save.isPending || skip.isPending || decide.isPending || override.isPending
  const afterSaving = (proceed: () => void) => () =>
    isBusy ? undefined : save.mutate(draftsInForce(items, drafts), { onSuccess: proceed })
  return {
    undo,
    goOn,
    isBusy,
    isDeciding: decide.isPending,
    error: decide.error ?? save.error,
    /** What failed, if it wasn't the decision. */
    errorTitle: decide.error ? undefined : 'Your marks weren’t saved',
    override,
    decide: (note: string) => decide.mutate({ note, sent: draftsInForce(items, drafts) }),
    skip: afterSaving(() => skip.mutate()),
    next: afterSaving(() => void claimNext()),
    reload: () => {
      decide.reset()
      override.reset()
      save.reset()
      void refetchCase()
    },
  }
}

/**
 * Returns the function that undoes the decision on a case and opens its desk again, with its marks. Another
 * case may be open by then, so it doesn't depend on the desk that decided. `claimed` is the case opened after
 * the decision: if its desk is left for this one, it returns to the queue, since no one would remember to hold
 * it.
 */
function useUndoDecision(userId: number, kind: CaseKind, list: string | undefined) {
  const navigate = useNavigate()
  return async (claimed: Promise<ClaimedCase | null> | null) => {
    try {
      const { case: undone } = await api('DELETE /api/admin/users/:id/kyc-decision', {
        params: { id: userId },
        query: { kind },
      })
      const next = await claimed
      const wasOpen = next !== null && isOnDeskOf(next)
      showCase(userId, undone)
      toast({
        kind: 'success',
        title: 'Decision undone',
        description: undone.proposal
          ? 'No one was told. It waits for a second person again.'
          : 'No one was told. Your marks are still there.',
      })
      await navigate(caseLink({ userId, kind }, { list }))
      if (wasOpen && !isOnDeskOf(next)) await giveBack(next)
      await invalidate('GET /api/admin/users', 'GET /api/admin/queue')
    } catch (error) {
      if (!(error instanceof Error)) throw error
      toast({ kind: 'error', title: 'The decision was not undone', description: error.message })
      await refetchCase()
    }
  }
}

function isOnDeskOf({ userId }: ClaimedCase): boolean {
  return window.location.pathname === `/admin/users/${userId}/desk`
}

async function giveBack({ userId, kind }: ClaimedCase): Promise<void> {
  try {
    const answer = await api('POST /api/admin/users/:id/kyc-release', {
      params: { id: userId },
      body: { kind },
    })
    showCase(userId, answer.case)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // If someone else already has it, there is nothing to give back.
    if (error.code !== 'INVALID_STATE')
      toast({ kind: 'error', title: 'You still hold the next case', description: error.message })
  }
}

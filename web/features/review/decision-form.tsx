import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { api } from '#web/lib/api.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { toast } from '#web/ui/toast.ts'
import { ConflictBanner } from './conflict-banner.tsx'
import { DecideDialog } from './decide-dialog.tsx'
import { DECISION_TEXT } from './decision-text.ts'
import { refetchCase, showCase, versioned } from './use-case-change.ts'
import type { VerdictDraftsState } from './use-verdict-drafts.ts'
import {
  draftOf,
  draftProgress,
  draftsInForce,
  isOutdated,
  problemsOf,
  unsavedItems,
  type VerdictDrafts,
  verdictsOf,
} from './verdict-drafts.ts'
import { VerdictForm } from './verdict-form.tsx'

type Props = { userId: number; reviewCase: ReviewCase; state: VerdictDraftsState }

/** The verdicts on all items, kept until saved, and the decision they amount to (cases, Deciding). */
export function DecisionForm({ userId, reviewCase, state }: Props) {
  const [isAsking, setAsking] = useState(false)
  const [showsProblems, setShowsProblems] = useState(false)
  const { drafts } = state
  const unsaved = unsavedItems(reviewCase.items, drafts)
  const progress = draftProgress(reviewCase.items, drafts)
  const problems = problemsOf(reviewCase.items, drafts)
  const words = DECISION_TEXT[progress.outcome](progress.counts)

  const showDecided = async (answer: { case: ReviewCase }, sent: VerdictDrafts, title: string) => {
    showCase(userId, answer.case)
    state.forget(sent)
    await invalidate('GET /api/admin/users', 'GET /api/admin/users/:id', 'GET /api/admin/queue')
    setShowsProblems(false)
    toast({ kind: 'success', title })
  }
  const save = useMutation({
    ...versioned,
    mutationFn: (sent: VerdictDrafts) =>
      api('PUT /api/admin/users/:id/kyc-verdicts', {
        params: { id: userId },
        body: { kind: reviewCase.kind, version: reviewCase.version, items: verdictsOf(unsaved, sent) },
      }),
    onSuccess: (answer, sent) => showDecided(answer, sent, 'Review saved'),
  })
  const decide = useMutation({
    ...versioned,
    mutationFn: ({ note, sent }: { note: string; sent: VerdictDrafts }) =>
      api('POST /api/admin/users/:id/kyc-decision', {
        params: { id: userId },
        body: {
          kind: reviewCase.kind,
          version: reviewCase.version,
          items: verdictsOf(reviewCase.items, sent),
          ...(note && { note }),
        },
      }),
    onSuccess: async (answer, { sent }) => {
      setAsking(false)
      const isProposed = answer.case.state === 'awaiting_second_approval'
      await showDecided(answer, sent, isProposed ? 'Approval proposed to a second person' : words.done)
    },
  })
  const reload = () => {
    save.reset()
    decide.reset()
    setAsking(false)
    void refetchCase()
  }
  const whenComplete = (proceed: () => void) => () => {
    setShowsProblems(true)
    const [first] = problems
    if (first) return focusField(`item-${first.item.item}`)
    proceed()
  }
  return (
    <>
      <div className="grid gap-4">
        {reviewCase.items.map((item) => (
          <VerdictForm
            key={item.item}
            item={item}
            draft={draftOf(item, drafts)}
            error={showsProblems ? problems.find((problem) => problem.item === item)?.text : undefined}
            isOutdated={isOutdated(item, drafts)}
            onChange={(draft) => {
              // A question that a change of evidence took away does not come back by itself.
              setAsking(false)
              state.set(item, draft)
            }}
          />
        ))}
      </div>
      <p className="mt-5 text-sm text-ink-2" role="status" id="decision-progress">
        {progress.total - progress.undecided.length} of {progress.total} items decided
        {unsaved.length > 0 ? ', not saved yet' : ''}. {words.hint}
      </p>
      <ConflictBanner error={save.error} onReload={reload} className="mt-4" />
      <div className="dec mt-4">
        <Button
          busy={save.isPending}
          busyLabel="Saving..."
          disabled={unsaved.length === 0}
          aria-describedby="decision-progress"
          onClick={whenComplete(() => save.mutate(draftsInForce(reviewCase.items, drafts)))}
        >
          Save review
        </Button>
        <Button
          variant={progress.outcome === 'reject' ? 'danger' : 'primary'}
          disabled={progress.outcome === 'undecided'}
          aria-describedby="decision-progress"
          onClick={whenComplete(() => {
            decide.reset()
            setAsking(true)
          })}
        >
          {words.action}
        </Button>
      </div>
      <p className="mt-3 text-sm text-ink-3">You confirm before the status changes.</p>
      {isAsking && progress.outcome !== 'undecided' ? (
        <DecideDialog
          words={words}
          items={reviewCase.items}
          drafts={drafts}
          outcome={progress.outcome}
          busy={decide.isPending}
          error={decide.error}
          onReload={reload}
          onCancel={() => setAsking(false)}
          onConfirm={(note) => decide.mutate({ note, sent: drafts })}
        />
      ) : null}
    </>
  )
}

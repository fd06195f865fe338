import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReviewCase } from '#contract/admin-cases.ts'
import { api } from '#web/lib/api.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { toast } from '#web/ui/toast.ts'
import { ConflictBanner } from './conflict-banner.tsx'
import { DecideDialog } from './decide-dialog.tsx'
import { DECISION_WORDS } from './decision-words.ts'
import { ItemVerdict } from './item-verdict.tsx'
import { showCase } from './use-case-change.ts'
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
import { refetchCase, versioned } from './versioned-mutation.ts'

type Props = { userId: number; one: ReviewCase; state: VerdictDraftsState }

/** The verdicts on all items, kept until saved, and the decision they amount to (cases, Deciding). */
export function DecisionForm({ userId, one, state }: Props) {
  const [isAsking, setAsking] = useState(false)
  const [showsProblems, setShowsProblems] = useState(false)
  const { drafts } = state
  const unsaved = unsavedItems(one.items, drafts)
  const progress = draftProgress(one.items, drafts)
  const problems = problemsOf(one.items, drafts)
  const words = DECISION_WORDS[progress.outcome](progress.counts)

  const settle = async (answer: { case: ReviewCase }, sent: VerdictDrafts, title: string) => {
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
        body: { kind: one.kind, version: one.version, items: verdictsOf(unsaved, sent) },
      }),
    onSuccess: (answer, sent) => settle(answer, sent, 'Review saved'),
  })
  const decide = useMutation({
    ...versioned,
    mutationFn: ({ note, sent }: { note: string; sent: VerdictDrafts }) =>
      api('POST /api/admin/users/:id/kyc-decision', {
        params: { id: userId },
        body: {
          kind: one.kind,
          version: one.version,
          items: verdictsOf(one.items, sent),
          ...(note && { note }),
        },
      }),
    onSuccess: async (answer, { sent }) => {
      setAsking(false)
      const isProposed = answer.case.state === 'awaiting_second_approval'
      await settle(answer, sent, isProposed ? 'Approval proposed to a second person' : words.done)
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
        {one.items.map((item) => (
          <ItemVerdict
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
          onClick={whenComplete(() => save.mutate(draftsInForce(one.items, drafts)))}
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
          items={one.items}
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

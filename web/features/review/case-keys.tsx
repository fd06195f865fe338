import { useMutation } from '@tanstack/react-query'
import ListStart from 'lucide-react/icons/list-start'
import SkipForward from 'lucide-react/icons/skip-forward'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { api } from '#web/lib/api.ts'
import { useClaimNext } from '#web/shared/cases/use-claim-next.ts'
import { Shortcuts } from '#web/shared/shell/shortcuts.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { isOpen } from './open-case.ts'
import { showCase } from './use-case-change.ts'

/** On to the next case, by a button where this one is done, and always by its key. */
export function CaseKeys({ userId, reviewCase }: { userId: number; reviewCase: ReviewCase }) {
  const { claimNext, isClaiming } = useClaimNext()
  const skip = useMutation({
    mutationFn: () =>
      api('POST /api/admin/users/:id/kyc-skip', { params: { id: userId }, body: { kind: reviewCase.kind } }),
    retry: false,
    onSuccess: ({ case: skipped }) => {
      showCase(userId, skipped)
      toast({
        title: 'Case skipped',
        description: 'It’s back in the queue. We’ll offer it to you again later.',
      })
      claimNext()
    },
    onError: (error) =>
      toast({ kind: 'error', title: 'The case was not skipped', description: error.message }),
  })
  const maySkip = reviewCase.owner?.isYou === true && isOpen(reviewCase)
  const handleSkip = () => (maySkip && !skip.isPending ? skip.mutate() : undefined)
  const isDone = !isOpen(reviewCase)
  const focusOn = (selector: string) => () => document.querySelector<HTMLElement>(selector)?.focus()
  return (
    <div className="own mt-5">
      <Shortcuts
        shortcuts={[
          { key: 'n', label: 'Claim the next case and open it', run: claimNext },
          ...(maySkip ? [{ key: 's', label: 'Skip this case and take the next', run: handleSkip }] : []),
          { key: 'd', label: 'Go to the decision', run: focusOn('[aria-labelledby=decision] input') },
          {
            key: 'm',
            label: 'Write an internal note',
            run: focusOn('[aria-labelledby=case-notes] textarea'),
          },
        ]}
      />
      {maySkip ? (
        <Button busy={skip.isPending} busyLabel="Skipping..." onClick={handleSkip}>
          <SkipForward className="i" />
          Skip
        </Button>
      ) : null}
      {isDone ? (
        <Button variant="primary" busy={isClaiming} busyLabel="Claiming..." onClick={claimNext}>
          <ListStart className="i" />
          Claim next case
        </Button>
      ) : null}
    </div>
  )
}

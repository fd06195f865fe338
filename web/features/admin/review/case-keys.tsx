import ListStart from 'lucide-react/icons/list-start'
import type { ReviewCase } from '#contract/admin-cases.ts'
import { useClaimNext } from '#web/parts/cases/use-claim-next.ts'
import { Shortcuts } from '#web/parts/shortcuts/shortcuts.tsx'
import { Button } from '#web/ui/button.tsx'
import { isOpen } from './open-case.ts'

/** On to the next case, by a button where this one is done, and always by its key. */
export function CaseKeys({ one }: { one: ReviewCase }) {
  const { claimNext, isClaiming } = useClaimNext()
  const isDone = !isOpen(one)
  const focusOn = (selector: string) => () => document.querySelector<HTMLElement>(selector)?.focus()
  return (
    <div className="own mt-5">
      <Shortcuts
        shortcuts={[
          { key: 'n', label: 'Claim the next case and open it', run: claimNext },
          { key: 'd', label: 'Go to the decision', run: focusOn('[aria-labelledby=decision] input') },
          {
            key: 'm',
            label: 'Write an internal note',
            run: focusOn('[aria-labelledby=case-notes] textarea'),
          },
        ]}
      />
      {isDone ? (
        <Button variant="primary" busy={isClaiming} busyLabel="Claiming..." onClick={claimNext}>
          <ListStart className="i" />
          Claim next case
        </Button>
      ) : null}
    </div>
  )
}

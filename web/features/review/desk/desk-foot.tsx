import CircleCheck from 'lucide-react/icons/circle-check'
import Send from 'lucide-react/icons/send'
import type { ReactNode } from 'react'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import type { CaseMatch } from '#contract/screening/screening.ts'
import type { DecisionProgress } from '#domain/cases/case-items.ts'
import { formatDateTime, formatTime } from '#web/lib/dates.ts'
import { dueText } from '#web/shared/cases/case-times.ts'
import { useNow } from '#web/shared/cases/use-now.ts'
import { CaseLine } from '#web/shared/verification/leaf/case-line.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Kbd } from '#web/ui/kbd.tsx'
import { isOpen } from '../use-case-change.ts'
import type { DeskLine } from './desk-lines.ts'
import { countsText, lackText } from './desk-text.ts'

type Props = {
  reviewCase: ReviewCase
  lines: readonly DeskLine[]
  progress: DecisionProgress
  /** The screening match that an approval waits for, or that rules it out. */
  match: CaseMatch | null
  /** The number of opened lines that can be accepted together. */
  openedCount: number
  /** Null if the reader may not decide. */
  decide: { label: string; run: () => void; isBusy: boolean } | null
  /** Asks for an override; null if the reader can't, or there is nothing to set aside. */
  override: (() => void) | null
  skip: (() => void) | null
  next: (() => void) | null
  isBusy: boolean
  onAcceptRest: () => void
}

/** The case's state, its due time, and the next actions. */
export function DeskFoot(props: Props) {
  const { reviewCase, lines, progress, match, openedCount, decide, override, skip, next, isBusy } = props
  const { done, left } = countsText(progress, !isOpen(reviewCase))
  const lack = decide ? lackText(progress, reviewCase, match) : ''
  const isRejection = progress.outcome === 'reject'
  return (
    <section
      aria-label="Decision"
      className="col-span-full flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 max-[85rem]:gap-x-3 border-t border-line bg-raised px-4 py-2 text-sm"
    >
      <span className="max-[73.75rem]:hidden" aria-hidden="true">
        <CaseLine lines={lines.map(({ state }) => state)} />
      </span>
      <Fact title={done}>{left}</Fact>
      <Owner reviewCase={reviewCase} />
      <Due reviewCase={reviewCase} />
      <span className="flex-1" />
      {openedCount > 1 ? (
        <Button variant="tertiary" onClick={props.onAcceptRest}>
          Accept the rest ({openedCount})
        </Button>
      ) : null}
      <span
        id="desk-lack"
        className={classNames(
          'text-right text-xs empty:hidden',
          progress.outcome === 'approve'
            ? 'max-w-80 font-medium text-yellow-ink'
            : match?.proposal
              ? 'max-w-80 text-ink-3'
              : 'max-w-52 text-ink-3 max-[85rem]:max-w-36',
        )}
      >
        {lack}
      </span>
      {override ? (
        <Button variant="tertiary" onClick={override}>
          Approve anyway
        </Button>
      ) : null}
      {skip ? (
        <Button variant="tertiary" busy={isBusy} aria-keyshortcuts="S" onClick={skip}>
          Skip <Kbd>S</Kbd>
        </Button>
      ) : null}
      {next ? (
        <Button busy={isBusy} aria-keyshortcuts="N" onClick={next}>
          Next <Kbd>N</Kbd>
        </Button>
      ) : null}
      {decide ? (
        <Button
          variant={lack ? 'secondary' : isRejection ? 'dangerSolid' : 'primary'}
          disabled={lack !== ''}
          busy={decide.isBusy}
          busyLabel="Saving..."
          aria-keyshortcuts="Enter"
          aria-describedby="desk-lack"
          onClick={decide.run}
        >
          {progress.outcome === 'return' ? <Send /> : <CircleCheck />}
          {decide.label} <Kbd>Enter</Kbd>
        </Button>
      ) : null}
    </section>
  )
}

function Owner({ reviewCase: { owner, state } }: Pick<Props, 'reviewCase'>) {
  if (!isOpen({ state })) return null
  if (!owner) return <Fact title="Not claimed">No one holds this case</Fact>
  return (
    <Fact title={owner.isYou ? 'You hold this case' : `${owner.name} holds this case`}>
      {owner.until ? (
        <>
          Until {formatTime(owner.until)}
          {/* A small laptop has room for the buttons only. */}
          <span className="max-[85rem]:hidden">, if nothing happens</span>
        </>
      ) : (
        'Assigned'
      )}
    </Fact>
  )
}

function Due({ reviewCase: { dueAt, dueState } }: Pick<Props, 'reviewCase'>) {
  const now = useNow()
  if (!dueAt || !dueState) return null
  return <Fact title={dueText(dueAt, now)}>{formatDateTime(dueAt)}</Fact>
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <span className="text-xs text-ink-3">
      <b className="block font-semibold text-ink tabular-nums">{title}</b>
      {children}
    </span>
  )
}

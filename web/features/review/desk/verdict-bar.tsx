import Check from 'lucide-react/icons/check'
import Lock from 'lucide-react/icons/lock'
import { isDocumentSlot } from '#contract/documents/documents.ts'
import { formatDate } from '#web/lib/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import type { DeskLine } from './desk-lines.ts'
import { blockers, differencesText } from './desk-text.ts'

type Props = {
  line: DeskLine
  /** How many of its rows differ from what was read. */
  differences: number
  /** Whether who reads this may not open documents yet, because they have not claimed the case. */
  isClosed: boolean
  /** Whether its document is currently shown too small to read. */
  isSmall: boolean
  /** Whether a machine has read the date that the line needs. */
  isDateRead: boolean
  /** That date, if accepting the line accepts it. */
  readDate: string | null
  /** Whether Accept is the next step: once all lines are decided, that is Approve. */
  isNext: boolean
  onAccept: () => void
  onAskAgain: () => void
  onReject: () => void
}

/**
 * The verdict on a line. Accept is disabled until its evidence was seen and its date is known, and says which
 * is missing.
 */
export function VerdictBar({
  line,
  differences,
  isClosed,
  isSmall,
  isDateRead,
  readDate,
  isNext,
  onAccept,
  onAskAgain,
  onReject,
}: Props) {
  return (
    // When the page scrolls, the verdict stays within a thumb's reach.
    <div className="border-t border-line bg-surface px-5 py-3 max-[73.75rem]:fixed max-[73.75rem]:inset-x-0 max-[73.75rem]:bottom-0 max-[73.75rem]:translate-y-[calc(var(--bottom-panel,0px)*-1)] max-[73.75rem]:z-10 max-[73.75rem]:shadow-3 max-[53.75rem]:px-4 max-[53.75rem]:py-2">
      <Why {...{ line, differences, isClosed, isSmall, isDateRead, readDate }} />
      <div className="flex gap-2 *:flex-auto">
        <Button
          variant={isNext ? 'primary' : 'secondary'}
          className="px-2!"
          disabled={!line.canAccept && !readDate}
          aria-keyshortcuts="A"
          aria-describedby="desk-why"
          onClick={onAccept}
        >
          <Check />
          Accept <Kbd>A</Kbd>
        </Button>
        <Button
          className="border-yellow-solid px-2! text-yellow-ink"
          aria-keyshortcuts="R"
          onClick={onAskAgain}
        >
          Ask again <Kbd>R</Kbd>
        </Button>
        <Button variant="danger" className="px-2!" aria-keyshortcuts="X" onClick={onReject}>
          Reject <Kbd>X</Kbd>
        </Button>
      </div>
    </div>
  )
}

function Why({
  line,
  differences,
  isClosed,
  isSmall,
  isDateRead,
  readDate,
}: Pick<Props, 'line' | 'differences' | 'isClosed' | 'isSmall' | 'isDateRead' | 'readDate'>) {
  const { item, draft } = line
  if (line.canAccept || readDate)
    return (
      <p id="desk-why" role="status" className="mb-2 text-sm text-ink-2">
        {draft.decision !== 'pending' ? (
          `${VERDICT_TEXT[draft.decision]} You can still change it.`
        ) : differences > 0 ? (
          <>
            <b className="font-semibold text-ink">{differencesText(differences)}.</b> You can accept it, or
            ask again.
          </>
        ) : (
          'You decide.'
        )}
        {readDate ? ` Accepting it also accepts the date that was read: ${formatDate(readDate)}.` : null}
      </p>
    )
  if (isDocumentSlot(item.item) && !item.document)
    return (
      <p id="desk-why" role="status" className="mb-2 text-sm text-ink-2">
        There is no document to accept.
      </p>
    )
  const { needsClaim, unread, undated, matches } = blockers(item)
  const isTooEarly = line.awaitsLook || (unread && !isClosed && !isSmall)
  return (
    <div
      id="desk-why"
      role="status"
      className="mb-2 flex gap-2 rounded-2 bg-yellow-bg px-2.5 py-2 text-sm font-medium text-yellow-ink"
    >
      <Lock className="mt-0.5 size-4 flex-none" />
      <div>
        <span>You can’t accept this yet. </span>
        {needsClaim && !unread ? <span>Claim the case first. </span> : null}
        {unread && isClosed ? <span>Claim the case to open its documents. </span> : null}
        {unread && !isClosed && isSmall ? (
          <span>
            Open it at reading size<Kbd className="ml-1">Z</Kbd>.{' '}
          </span>
        ) : null}
        {isTooEarly ? <span>It has to be on screen for a second. </span> : null}
        {undated ? (
          <span>
            {isDateRead ? 'Compare the date that was read, then save it' : 'Type its date'}
            <Kbd className="ml-1">D</Kbd>.{' '}
          </span>
        ) : null}
        {matches.map((text) => (
          <span key={text}>{text} </span>
        ))}
      </div>
    </div>
  )
}

const VERDICT_TEXT = { accepted: 'Accepted.', retry: 'Asked again.', final: 'Rejected.' } as const

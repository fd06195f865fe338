import { Link } from '@tanstack/react-router'
import type { QueueRow } from '#contract/review/review-queue.ts'
import { OPEN_STATES } from '#contract/verification/case-states.ts'
import { approvalSentence, isFullyReviewed } from '#domain/cases/approval-basis.ts'
import { caseReference } from '#domain/cases/case-reference.ts'
import { caseBadge } from '#domain/standing/case-badges.ts'
import { formatDate } from '#web/lib/dates.ts'
import { IfMay, useMay } from '#web/lib/may.tsx'
import { ageText, workingTimeText } from '#web/shared/cases/case-times.ts'
import { ConfirmationBadge, EmailBadge } from '#web/shared/cases/confirmation-badge.tsx'
import { DueBadge } from '#web/shared/cases/due-badge.tsx'
import { caseLink } from '#web/shared/cases/use-claim-next.ts'
import { useNow } from '#web/shared/cases/use-now.ts'
import { workText } from '#web/shared/cases/work-text.ts'
import { UnconfirmedMark } from '#web/shared/directory/person-email.tsx'
import { CaseLine } from '#web/shared/verification/leaf/case-line.tsx'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Td } from '#web/ui/data-table.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { Name } from '#web/ui/name.tsx'
import { StandingBadge } from '#web/ui/standing-badge.tsx'
import { ROW_LINK } from './queue-shortcuts.ts'
import type { Ownership } from './use-ownership.ts'

/** The checkbox that selects a row, and the one that selects all. */
export const ROW_BOX_CLASS = 'block size-6 accent-brand'

/** One case of the queue: its owner, its state, how long it has waited, and who has it. */
export function QueueTableRow({
  row,
  list,
  isChosen,
  onToggle,
  ownership,
}: {
  row: QueueRow
  /** The case's list, as a URL parameter. */
  list: string | undefined
  isChosen: boolean
  onToggle: () => void
  ownership: Ownership
}) {
  const now = useNow()
  const name = row.name ?? row.email ?? `User ${row.userId}`
  return (
    <tr data-selected={isChosen || undefined}>
      <IfMay capability="cases.lead">
        <Td select>
          <input
            type="checkbox"
            className={ROW_BOX_CLASS}
            aria-label={`Select ${name}`}
            disabled={row.isOwn}
            checked={isChosen}
            onChange={onToggle}
          />
        </Td>
      </IfMay>
      <Td head>
        <span className="grid grid-cols-[minmax(0,1fr)] wrap-anywhere">
          <Link
            {...caseLink(row, { list })}
            {...{ [ROW_LINK]: row.id }}
            className="justify-self-start font-semibold"
          >
            <Name>{name}</Name>
          </Link>
          <span className="flex items-center gap-x-2 rail:max-w-128 max-rail:flex-wrap">
            <span className="min-w-0 text-sm text-ink-3">
              <span className="tabular-nums">{caseReference(row.id)}</span>
              {row.email && row.email !== name ? (
                <>
                  {' · '}
                  <span>
                    <EmailText address={row.email} />
                  </span>
                </>
              ) : null}
            </span>
            <UnconfirmedMark person={row} />
          </span>
        </span>
      </Td>
      <Td label="Status">
        <span className="flex flex-wrap gap-1.5">
          <StandingBadge badge={caseBadge(row.state, 'staff')} />
          {row.kind === 'business' ? <Chip>Business</Chip> : null}
          {row.approval && !isFullyReviewed(row.approval) ? (
            <span className="text-sm text-ink-2">{approvalSentence(row.approval)}</span>
          ) : null}
        </span>
      </Td>
      <Td label="Lines">
        <span className="grid gap-1">
          <CaseLine lines={row.lines} />
          <span className="line-clamp-2 max-w-72 text-sm text-ink-2" title={workText(row)}>
            {workText(row)}
          </span>
        </span>
      </Td>
      <Td label="Waiting" className="whitespace-nowrap tabular-nums">
        <span className="grid wrap-anywhere">
          {row.submittedAt && row.dueAt && row.dueState ? ageText(row.submittedAt, row.dueAt, now) : null}
          <span className="text-sm text-ink-3">
            {row.workingMs === null
              ? formatDate(row.submittedAt)
              : `${workingTimeText(row.workingMs)} working time`}
          </span>
        </span>
      </Td>
      <Td label="Promise">
        {row.dueState ? (
          <DueBadge dueAt={row.dueAt} dueState={row.dueState} />
        ) : isHeld(row) ? (
          <EmailBadge />
        ) : row.confirmBy ? (
          <ConfirmationBadge by={row.confirmBy} />
        ) : (
          <span className="text-ink-3">N/A</span>
        )}
      </Td>
      <Td label="Reviewer">
        <OwnerText owner={row.owner} isOwn={row.isOwn} proposedBy={row.proposedBy} />
      </Td>
      <Td action>
        <RowAction row={row} name={name} ownership={ownership} />
      </Td>
    </tr>
  )
}

/** A case that awaits review without a due time is waiting for its applicant's email confirmation. */
function isHeld({ state, dueAt }: QueueRow): boolean {
  return OPEN_STATES.some((open) => open === state) && dueAt === null
}

function RowAction({ row, name, ownership }: { row: QueueRow; name: string; ownership: Ownership }) {
  const isReviewable = row.state === 'submitted' || row.state === 'in_review'
  const mayWork = useMay('cases.work')
  if (row.isOwn || !isReviewable || !mayWork) return null
  const isBusy = ownership.busyId === row.id
  if (row.owner?.isYou) {
    return (
      <Button size="sm" busy={isBusy} busyLabel="Releasing..." onClick={() => ownership.release(row)}>
        Release<span className="sr-only"> {name}</span>
      </Button>
    )
  }
  if (row.owner?.until) return null
  return (
    <Button size="sm" busy={isBusy} busyLabel="Claiming..." onClick={() => ownership.claim(row)}>
      Claim<span className="sr-only"> {name}</span>
    </Button>
  )
}

/** Who has a case: by a claim, which expires, or assigned; for one awaiting a second approval, who proposed it. */
function OwnerText({ owner, isOwn, proposedBy }: Pick<QueueRow, 'owner' | 'isOwn' | 'proposedBy'>) {
  if (isOwn) return <span className="text-ink-3">Your own case</span>
  if (proposedBy) return <Holder name={proposedBy} what="approved it first" />
  if (!owner) return <span className="text-ink-3">No one</span>
  return <Holder name={owner.isYou ? 'You' : owner.name} what={owner.until ? 'working on it' : 'assigned'} />
}

function Holder({ name, what }: { name: string; what: string }) {
  return (
    <span className="grid wrap-anywhere">
      <Name>{name}</Name>
      <span className="text-sm text-ink-3">{what}</span>
    </span>
  )
}

import { Link } from '@tanstack/react-router'
import type { QueueRow } from '#contract/review/review-queue.ts'
import type { StaffHome } from '#contract/review/staff-home.ts'
import { useMay } from '#web/lib/may.tsx'
import { formatNumber } from '#web/lib/numbers.ts'
import { dueText } from '#web/shared/cases/case-times.ts'
import { caseLink } from '#web/shared/cases/use-claim-next.ts'
import { useNow } from '#web/shared/cases/use-now.ts'
import { workText } from '#web/shared/cases/work-text.ts'
import { UnconfirmedMark } from '#web/shared/directory/person-email.tsx'
import { userTypeNoun } from '#web/shared/directory/user-type-noun.ts'
import { CaseLine } from '#web/shared/verification/leaf/case-line.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Name } from '#web/ui/name.tsx'
import type { QueueListFilters } from '../queue/queries.ts'
import { FigureLink, HomeCard, HomeNote } from './home-card.tsx'

interface Group {
  title: string
  rows: readonly QueueRow[]
  /** How many cases the linked list has, if not all are shown. */
  all: number
  list: QueueListFilters
}

/** Today's work: one's claimed cases, those awaiting one's approval, and the next ones, each case with its lines. */
export function WorkCard({ home: { mine, toConfirm, next, queue, today } }: { home: StaffHome }) {
  const groups: Group[] = [
    { title: 'Mine', rows: mine ?? [], all: queue.mine, list: { owner: 'me' } },
    { title: 'For you', rows: toConfirm ?? [], all: today.toConfirm, list: { confirm: 'me' } },
    { title: 'Next in the queue', rows: next ?? [], all: queue.nobody, list: { owner: 'nobody' } },
  ]
  const shown = groups.filter(({ rows }) => rows.length > 0)
  return (
    <HomeCard
      id="work"
      title="Work of today"
      aside={
        <Link to="/admin/queue" className="link">
          Open the queue
        </Link>
      }
    >
      {!next ? (
        <HomeNote>Names are hidden during maintenance, because we can’t record who sees them.</HomeNote>
      ) : shown.length === 0 ? (
        <HomeNote>Nothing is waiting for you. New cases appear here as they come in.</HomeNote>
      ) : (
        <table className="w-full border-collapse text-sm/4.75 max-[720px]:block">
          <caption className="sr-only">Work of today</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Account</th>
              <th scope="col">Lines</th>
              <th scope="col">What</th>
              <th scope="col">Promise</th>
              <th scope="col">Reviewer</th>
            </tr>
          </thead>
          {shown.map(({ title, rows, all, list }) => (
            <tbody key={title} className="max-[720px]:block">
              <tr className="max-[720px]:block">
                <th
                  colSpan={6}
                  scope="rowgroup"
                  className="border-t border-line bg-[color-mix(in_oklab,var(--sunken)_55%,var(--surface))] px-[18px] pt-[5px] pb-[3px] text-left text-xs/4.5 font-[580] text-ink-3 max-[720px]:block max-[640px]:px-4"
                >
                  {title}
                  {all > rows.length ? (
                    <>
                      {', '}
                      <FigureLink linked search={list}>
                        {formatNumber(all)} in all
                      </FigureLink>
                    </>
                  ) : null}
                </th>
              </tr>
              {rows.map((row) => (
                <WorkRow key={row.id} row={row} />
              ))}
            </tbody>
          ))}
        </table>
      )}
    </HomeCard>
  )
}

const CELL = 'h-[38px] border-t border-line px-2.5 max-[720px]:h-auto max-[720px]:border-0 max-[720px]:px-0'

function WorkRow({ row }: { row: QueueRow }) {
  const now = useNow()
  const reviews = useMay('cases.decide')
  const name = row.name ?? row.email ?? `User ${row.userId}`
  const who = row.proposedBy ?? row.owner?.name
  const isLate = row.dueState === 'overdue'
  const isHot = isLate || row.dueState === 'due_soon'
  return (
    <tr className="relative hover:bg-sunken max-[720px]:grid max-[720px]:grid-cols-[minmax(0,1fr)_auto] max-[720px]:gap-x-3 max-[720px]:gap-y-1 max-[720px]:border-t max-[720px]:border-line max-[720px]:px-4 max-[720px]:py-2.5">
      <td
        className={classNames(
          CELL,
          'w-[26%] min-w-40 pl-[18px] wrap-anywhere',
          isHot && 'shadow-[inset_3px_0_0_var(--yellow-solid)] max-[720px]:shadow-none',
        )}
      >
        {/* The whole row links to the case. */}
        <Link
          {...caseLink(row)}
          className="font-[590] text-ink no-underline after:absolute after:inset-0 hover:underline"
        >
          <Name>{name}</Name>
          <span className="sr-only">{reviews ? ', review' : ', open'}</span>
        </Link>{' '}
        {row.name ? null : <UnconfirmedMark person={row} />}
      </td>
      <td className={classNames(CELL, 'whitespace-nowrap text-ink-3 max-[980px]:hidden')}>
        {row.kind === 'business'
          ? 'Company'
          : row.user_type
            ? `Person, ${userTypeNoun(row.user_type).toLowerCase()}`
            : 'Person'}
      </td>
      <td className={CELL}>
        <CaseLine lines={row.lines} />
      </td>
      <td
        title={workText(row)}
        className={classNames(
          CELL,
          'text-ink-2 max-[720px]:col-start-1 min-[721px]:max-w-52 min-[721px]:truncate',
        )}
      >
        {workText(row)}
      </td>
      <td
        className={classNames(
          CELL,
          'text-right font-[560] whitespace-nowrap tabular-nums',
          isLate ? 'text-red-ink' : isHot ? 'text-yellow-ink' : 'text-ink',
        )}
      >
        {row.dueAt ? dueText(row.dueAt, now) : null}
      </td>
      <td className={classNames(CELL, 'w-14 pr-[18px] text-right text-ink-3 max-[720px]:hidden')}>
        {who ? (
          <span title={who} className="inline-flex align-middle">
            <Avatar name={who} size="sm" />
            <span className="sr-only">{row.owner?.isYou ? 'You' : who}</span>
          </span>
        ) : (
          'Free'
        )}
      </td>
    </tr>
  )
}

import { Link } from '@tanstack/react-router'
import MessageSquareWarning from 'lucide-react/icons/message-square-warning'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ReactNode } from 'react'
import type { ScreeningFigures, StaffHome } from '#contract/review/staff-home.ts'
import { listName } from '#contract/screening/list-name.ts'
import { formatDate, formatDateTime, relativeTime } from '#web/lib/dates.ts'
import { formatNumber } from '#web/lib/numbers.ts'
import { useNow } from '#web/shared/cases/use-now.ts'
import type { IconType } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { classNames } from '#web/ui/class-names.ts'
import { HomeCard, HomeNote } from './home-card.tsx'

/** Undecided matches, and the lists everyone is screened against. */
export function ScreeningHomeCard({ screening }: { screening: ScreeningFigures }) {
  const now = useNow()
  const { openMatches, proposedMatches, stopped, oldestAt } = screening
  const toDecide = openMatches - proposedMatches
  const all = (
    <Link to="/admin/screening" className="link">
      All
    </Link>
  )
  return (
    <HomeCard id="matches" title="Screening" aside={all}>
      <ul className="py-1">
        {openMatches > 0 ? (
          <Todo
            icon={ShieldAlert}
            tone="text-red-solid"
            title={toDecide > 0 ? `${matchesText(toDecide)} to decide` : secondPersonText(proposedMatches)}
            action={
              <Link to="/admin/screening" className={buttonClass('secondary', 'sm')}>
                {toDecide > 0 ? 'Decide' : 'Open'}
                <span className="sr-only"> {matchesText(toDecide > 0 ? toDecide : proposedMatches)}</span>
              </Link>
            }
          >
            {toDecide > 0 && proposedMatches > 0 ? `${secondPersonText(proposedMatches)}. ` : null}
            {/* A match of someone already approved stops no waiting case. */}
            {stopped === 0
              ? null
              : `${openMatches === 1 ? 'It stops' : 'They stop'} ${stopped === 1 ? '1 case' : `${formatNumber(stopped)} cases`}.`}
            {oldestAt ? ` The oldest was found ${relativeTime(oldestAt, now)}.` : null}
          </Todo>
        ) : null}
        <Lists screening={screening} />
      </ul>
    </HomeCard>
  )
}

function matchesText(count: number): string {
  return count === 1 ? '1 match' : `${formatNumber(count)} matches`
}

/** Matches that the reader has proposed a decision on, and can do no more about. */
function secondPersonText(count: number): string {
  return `${matchesText(count)} ${count === 1 ? 'needs' : 'need'} a second person`
}

/**
 * The lists everyone is screened against: first what prevents approvals, then what prevents importing newer
 * lists.
 */
function Lists({ screening }: { screening: ScreeningFigures }) {
  const { openMatches, lists, unrenewed, refusedFilesAt } = screening
  const stale = lists.filter(({ isStale }) => isStale)
  const isOutOfDate = lists.length === 0 || stale.length > 0
  const isKeptOut = unrenewed.length > 0 || refusedFilesAt !== null
  return (
    <>
      {isOutOfDate ? <OutOfDate stale={stale} /> : null}
      {unrenewed.length > 0 ? (
        <Todo
          icon={ShieldAlert}
          tone="text-yellow-solid"
          title={unrenewed.length === 1 ? '1 list isn’t renewed' : `${unrenewed.length} lists aren’t renewed`}
        >
          {unrenewed.map(listName).join(', ')}. We try again every hour.
        </Todo>
      ) : null}
      {refusedFilesAt ? (
        <Todo icon={ShieldAlert} tone="text-yellow-solid" title="A file was not put into force">
          Last looked at {formatDateTime(refusedFilesAt)}. The list before it stays in force.
        </Todo>
      ) : null}
      {isOutOfDate || isKeptOut ? null : (
        <Todo
          icon={ShieldCheck}
          tone="text-green-solid"
          title={openMatches > 0 ? 'All lists are in date' : 'No match to decide'}
        >
          {datedNames(lists)}
        </Todo>
      )}
    </>
  )
}

/** `stale` are the lists that are too old; empty if there is no list at all. */
function OutOfDate({ stale }: { stale: ScreeningFigures['lists'] }) {
  const { length } = stale
  const title =
    length === 0
      ? 'No sanctions list has been imported'
      : length === 1
        ? '1 list is out of date'
        : `${length} lists are out of date`
  return (
    <Todo icon={ShieldAlert} tone="text-yellow-solid" title={title}>
      {length > 0 ? `${datedNames(stale)}. ` : null}
      No one can be approved until an operator imports {length > 0 ? 'a newer one' : 'one'}.
    </Todo>
  )
}

function datedNames(lists: ScreeningFigures['lists']): string {
  return lists
    .map(({ source, publishedOn }) => `${listName(source)} of ${formatDate(publishedOn)}`)
    .join(', ')
}

/** Unanswered requests about people's personal data. */
export function RequestsCard({ requests }: { requests: NonNullable<StaffHome['requests']> }) {
  const { complaints, erasures } = requests
  const all = complaints.open + erasures.open
  return (
    <HomeCard
      id="requests"
      title="Requests"
      aside={
        <Link to="/admin/privacy" className="link">
          {all > 0 ? `All ${formatNumber(all)}` : 'All'}
        </Link>
      }
    >
      {all === 0 ? (
        <HomeNote>No complaints or deletions to answer.</HomeNote>
      ) : (
        <ul className="py-1">
          {complaints.open > 0 ? (
            <Todo
              icon={MessageSquareWarning}
              tone="text-red-solid"
              title={complaints.open === 1 ? '1 complaint' : `${formatNumber(complaints.open)} complaints`}
              action={<OpenRequests tab="complaints" />}
            >
              {complaints.dueAt ? `Answer due ${formatDate(complaints.dueAt)}` : null}
            </Todo>
          ) : null}
          {erasures.open > 0 ? (
            <Todo
              icon={Trash2}
              tone="text-yellow-solid"
              title={
                erasures.open === 1
                  ? '1 account to delete'
                  : `${formatNumber(erasures.open)} accounts to delete`
              }
              action={<OpenRequests tab="erasures" />}
            >
              {erasures.dueAt ? `First due ${formatDate(erasures.dueAt)}` : null}
            </Todo>
          ) : null}
        </ul>
      )}
    </HomeCard>
  )
}

function OpenRequests({ tab }: { tab: 'complaints' | 'erasures' }) {
  return (
    <Link to="/admin/privacy" search={{ tab }} className={buttonClass('secondary', 'sm')}>
      Open<span className="sr-only"> {tab === 'complaints' ? 'complaints' : 'deletions'}</span>
    </Link>
  )
}

/** One thing to do, starting with its figure. */
export function Todo({
  icon: Icon,
  tone,
  title,
  action,
  children,
}: {
  icon: IconType
  tone: string
  title: ReactNode
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <li className="grid min-h-[46px] grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-3 border-t border-line px-[18px] py-1.5 text-sm/4.75 first:border-t-0 max-[640px]:px-4">
      <Icon className={classNames('size-[18px]', tone)} />
      <span className="min-w-0">
        <b className="block font-semibold">{title}</b>
        <span className="text-[.84375rem] leading-4.5 text-ink-3 wrap-anywhere">{children}</span>
      </span>
      {action}
    </li>
  )
}

import { Link } from '@tanstack/react-router'
import AlarmClock from 'lucide-react/icons/alarm-clock'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Inbox from 'lucide-react/icons/inbox'
import Undo2 from 'lucide-react/icons/undo-2'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import type { StaffHome } from '#contract/review/staff-home.ts'
import { DUE_NEXT_HOURS } from '#contract/review/staff-home-limits.ts'
import type { QueueState } from '#contract/verification/cases.ts'
import { formatNumber } from '#web/lib/numbers.ts'
import type { IconType } from '#web/ui/badge.tsx'
import { cardClass } from '#web/ui/card-class.ts'
import { classNames } from '#web/ui/class-names.ts'
import type { QueueListFilters } from '../queue/queries.ts'
import { queueSearchOf } from '../queue/queue-address.ts'
import { decisionsOf } from './staff-home-text.ts'

interface Tile {
  label: string
  icon: IconType
  /** The icon's colour, if the figure needs action. */
  tone?: string | undefined
  figure: number
  /** A second figure, next to the first. */
  beside?: string | undefined
  /** The cases it counts, or `decisions` of today. */
  list: QueueListFilters | 'decisions'
}

/** Today in six figures; each is the count of the list it links to. */
export function TodayTiles({ home, linked }: { home: StaffHome; linked: boolean }) {
  return (
    <section
      aria-label="Today in figures"
      className={cardClass(
        false,
        'grid grid-cols-6 overflow-hidden max-[1080px]:grid-cols-3 max-[480px]:grid-cols-2',
      )}
    >
      {tilesOf(home).map(({ label, icon: Icon, tone, figure, beside, list }) => (
        <TileFrame key={label} linked={linked} list={list}>
          <span className="col-span-full flex items-center gap-1.5 text-[.84375rem] leading-4.5 text-ink-3">
            <Icon className={classNames('size-[15px]', tone)} />
            {label}
          </span>{' '}
          <b className="text-[1.625rem] leading-8 font-[640] tracking-[-0.025em] tabular-nums">
            {formatNumber(figure)}
          </b>{' '}
          <span className="text-[.84375rem] text-ink-3">{beside}</span>
        </TileFrame>
      ))}
    </section>
  )
}

function TileFrame({ linked, list, children }: { linked: boolean; list: Tile['list']; children: ReactNode }) {
  const className =
    '-mt-px -ml-px grid grid-cols-[auto_1fr] items-baseline gap-x-2 border-t border-l border-line px-[18px] pt-3 pb-[13px] text-ink no-underline max-[640px]:px-4'
  if (!linked) return <div className={className}>{children}</div>
  const look = classNames(className, 'hover:bg-sunken focus-visible:-outline-offset-3')
  return list === 'decisions' ? (
    <Link to="/admin/queue/decisions" className={look}>
      {children}
    </Link>
  ) : (
    <Link to="/admin/queue" search={queueSearchOf(list)} className={look}>
      {children}
    </Link>
  )
}

function tilesOf({ queue, today, states, days, decisions }: StaffHome): Tile[] {
  const inState = (wanted: QueueState) =>
    states.reduce((total, { state, cases }) => total + (state === wanted ? cases : 0), 0)
  const [yesterday, latest] = [days.at(-2), days.at(-1)]
  return [
    {
      label: 'Due today',
      icon: AlarmClock,
      tone: today.due > 0 ? 'text-yellow-solid' : undefined,
      figure: today.due,
      beside: today.dueNext > 0 ? `${formatNumber(today.dueNext)} within ${DUE_NEXT_HOURS} h` : undefined,
      list: { due: 'today' },
    },
    {
      label: 'Waiting',
      icon: Inbox,
      figure: queue.waiting,
      beside: today.came > 0 ? `${formatNumber(today.came)} came today` : undefined,
      list: {},
    },
    {
      label: 'Overdue',
      icon: queue.overdue > 0 ? CircleAlert : CircleCheck,
      tone: queue.overdue > 0 ? 'text-red-solid' : 'text-green-solid',
      figure: queue.overdue,
      beside: queue.overdue > 0 ? 'past 48 h' : 'none',
      list: { due: 'overdue' },
    },
    {
      label: 'Sent back',
      icon: Undo2,
      figure: inState('needs_resubmission'),
      beside: inState('needs_resubmission') > 0 ? 'with the applicant' : undefined,
      list: { state: 'needs_resubmission' },
    },
    {
      label: 'Second approval',
      icon: Users,
      tone: today.toConfirm > 0 ? 'text-yellow-solid' : undefined,
      figure: inState('awaiting_second_approval'),
      beside: today.toConfirm > 0 ? `${formatNumber(today.toConfirm)} for you` : undefined,
      list: { state: 'awaiting_second_approval' },
    },
    {
      label: 'Decided today',
      icon: CircleCheck,
      figure: latest ? decisionsOf(latest) : 0,
      beside:
        yesterday && decisions.count > 0 ? `${formatNumber(decisionsOf(yesterday))} yesterday` : undefined,
      list: 'decisions',
    },
  ]
}

import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { PromiseKept, StaffHome } from '#contract/review/staff-home.ts'
import { FEW_DECISIONS, PROMISE_TARGET_PERCENT } from '#contract/review/staff-home-limits.ts'
import { PROMISED_HOURS } from '#contract/verification/case-limits.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { formatNumber } from '#web/lib/numbers.ts'
import { controlClass } from '#web/ui/control-class.ts'
import { DataTable, Td, Th } from '#web/ui/data-table.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AsTable, FigureLink, HomeCard, HomeNote } from './home-card.tsx'
import { promiseQuery } from './queries.ts'
import { ShareChart } from './share-chart.tsx'
import { promiseSentence, shareText, spanText } from './staff-home-text.ts'

/**
 * How often people got an answer in time, week by week against the target; if there were few decisions, each of
 * them.
 */
export function PromiseCard({ decisions, linked }: Pick<StaffHome, 'decisions'> & { linked: boolean }) {
  const { from, to } = useSearch({ from: '/' })
  const { data, error, isPlaceholderData } = useQuery(promiseQuery({ from, to }))
  return (
    <HomeCard id="promise" title="Promise kept" aside={`Decided within ${PROMISED_HOURS} hours, by week`}>
      <RangeOfDays from={from ?? data?.from} to={to ?? data?.to} />
      {error ? (
        <HomeNote>{error.message}</HomeNote>
      ) : data ? (
        <div aria-busy={isPlaceholderData || undefined}>
          <Kept data={data} linked={linked} />
          <MedianLine decisions={decisions} />
        </div>
      ) : (
        <div className="p-[18px]">
          <Skeleton height={168} />
        </div>
      )}
    </HomeCard>
  )
}

/** The range of days, kept in the URL. Clearing a day restores the default. */
function RangeOfDays({ from, to }: { from: string | undefined; to: string | undefined }) {
  const navigate = useNavigate()
  const choose = (day: { from: string | undefined } | { to: string | undefined }) =>
    void navigate({
      to: '/',
      search: (current) => ({ ...current, ...day }),
      replace: true,
      resetScroll: false,
    })
  const field = (label: string, name: 'from' | 'to', value: string | undefined) => (
    <label className="inline-flex items-center gap-1.5">
      {label}
      <input
        type="date"
        className={controlClass(
          { compact: true, place: 'h-9 w-36 max-[480px]:w-[124px]' },
          'min-h-9! px-2! text-sm!',
        )}
        value={value ?? ''}
        onChange={({ target }) =>
          choose({ [name]: target.value || undefined } as { from: string | undefined })
        }
      />
    </label>
  )
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-2 max-[480px]:gap-x-2 px-[18px] pt-3 text-sm text-ink-2 max-[640px]:px-4">
      {field('From', 'from', from)}
      {field('to', 'to', to)}
    </div>
  )
}

function Kept({ data, linked }: { data: PromiseKept; linked: boolean }) {
  const { count, kept, weeks, decisions } = data
  if (count === 0) return <HomeNote>Nothing was decided in these days.</HomeNote>
  return (
    <>
      {decisions ? (
        <FewDecisions {...{ count, kept, decisions, linked }} heard={daysOf(data)} />
      ) : (
        <div className="px-[18px] pt-2 pb-3 max-[640px]:px-4">
          <ShareChart
            label={`${promiseSentence(data)} The table below has each week.`}
            target={PROMISE_TARGET_PERCENT}
            points={weeks.map((week) => ({
              key: week.from,
              label: formatDate(week.from),
              percent: (100 * week.kept) / week.decided,
              title: `Week of ${formatDate(week.from)}: ${formatNumber(week.kept)} of ${formatNumber(week.decided)} in time`,
            }))}
          />
        </div>
      )}
      <AsTable>
        <DataTable
          caption="Decisions made within the promised hours, latest week first"
          head={
            <>
              <Th>Week from</Th>
              <Th>Decided</Th>
              <Th>In time</Th>
              <Th>Late</Th>
              <Th>Share</Th>
            </>
          }
        >
          {weeks.toReversed().map((week) => (
            <tr key={week.from}>
              <Td head>{formatDate(week.from)}</Td>
              <Td label="Decided">
                <FigureLink linked={linked} search={{ heard: daysOf(week) }}>
                  {formatNumber(week.decided)}
                </FigureLink>
              </Td>
              <Td label="In time">
                <FigureLink linked={linked} search={{ heard: daysOf(week), promise: 'kept' }}>
                  {formatNumber(week.kept)}
                </FigureLink>
              </Td>
              <Td label="Late">
                <FigureLink linked={linked} search={{ heard: daysOf(week), promise: 'missed' }}>
                  {formatNumber(week.decided - week.kept)}
                </FigureLink>
              </Td>
              <Td label="Share">{shareText(week.kept, week.decided)}</Td>
            </tr>
          ))}
        </DataTable>
      </AsTable>
    </>
  )
}

/** The days of a figure, as in the queue's URL. */
function daysOf({ from, to }: { from: string; to: string }): string {
  return `${from}..${to}`
}

/** A share of few says little, so each decision has its own bar. */
function FewDecisions({
  count,
  kept,
  decisions,
  heard,
  linked,
}: Pick<PromiseKept, 'count' | 'kept'> & {
  decisions: NonNullable<PromiseKept['decisions']>
  heard: string
  linked: boolean
}) {
  return (
    <div className="px-[18px] pt-3 pb-3.5 max-[640px]:px-4">
      <p className="text-card text-ink-2">
        <b className="text-[1.875rem] leading-9 font-[640] tracking-[-0.02em] text-ink tabular-nums">
          {/* Both link to the list they count. */}
          <FigureLink linked={linked} search={{ heard, promise: 'kept' }}>
            {kept}
          </FigureLink>{' '}
          of{' '}
          <FigureLink linked={linked} search={{ heard }}>
            {count}
          </FigureLink>
        </b>{' '}
        in time. Target {PROMISE_TARGET_PERCENT}%.
      </p>
      <ol className="my-2.5 flex flex-wrap gap-1.5">
        {decisions.map(({ at, isKept }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same moment.
            key={`${at} ${index}`}
            title={formatDateTime(at)}
            className={
              isKept
                ? 'h-3 w-8 rounded-full bg-leaf forced-colors:bg-[CanvasText]'
                : 'h-3 w-8 rounded-full border-2 border-yellow-solid bg-yellow-bg'
            }
          >
            <span className="sr-only">
              {formatDateTime(at)}: {isKept ? 'in time' : 'late'}
            </span>
          </li>
        ))}
      </ol>
      <p className="text-sm text-ink-3">
        A weekly line appears after {FEW_DECISIONS} decisions. Until then each bar is one decision.
      </p>
    </div>
  )
}

/** How long people waited, next to how often it was in time. */
function MedianLine({ decisions: { medianHours, medianWorkingHours } }: Pick<StaffHome, 'decisions'>) {
  if (medianHours === null) return null
  return (
    <p className="border-t border-line px-[18px] py-2.5 text-sm text-ink-2 max-[640px]:px-4">
      Median wait of the last 30 days: {spanText(medianHours)}
      {medianWorkingHours === null ? null : `, ${spanText(medianWorkingHours)} of it working time`}.
    </p>
  )
}

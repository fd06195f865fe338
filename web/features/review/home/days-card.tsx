import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { DayFigures } from '#contract/review/staff-home.ts'
import { FIGURE_DAYS } from '#contract/verification/case-limits.ts'
import { formatDate } from '#web/lib/dates.ts'
import { formatNumber } from '#web/lib/numbers.ts'
import { DataTable, Td, Th } from '#web/ui/data-table.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AsTable, FIGURE_LINK, HomeCard } from './home-card.tsx'
import { daysSentence, decisionsOf } from './staff-home-text.ts'

const DayChart = lazyPart(() => import('#web/ui/day-chart.tsx'), 'DayChart')

/** Sign-ups and decisions by the day: as a chart, and its data as a table. */
export function DaysCard({ days, linked }: { days: readonly DayFigures[]; linked: boolean }) {
  return (
    <HomeCard id="days" title="Sign-ups and decisions" aside={`Last ${FIGURE_DAYS} days`}>
      <div className="p-[18px] max-[640px]:px-4">
        <Suspense fallback={<Skeleton height={220} />}>
          <DayChart
            label={`${daysSentence(days)}. The table below has each day.`}
            series={['Sign-ups', 'Decisions']}
            days={days.map((day) => ({ day: formatDate(day.day), values: [day.signUps, decisionsOf(day)] }))}
          />
        </Suspense>
      </div>
      <AsTable>
        <DataTable
          caption="Sign-ups and decisions by day, latest first"
          head={
            <>
              <Th>Day</Th>
              <Th>Sign-ups</Th>
              <Th>Approved</Th>
              <Th>Sent back</Th>
              <Th>Rejected</Th>
            </>
          }
        >
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <Td head>{formatDate(day.day)}</Td>
              <Td label="Sign-ups">
                <EventsLink type="user.created" day={day.day} linked={linked && day.signUps > 0}>
                  {formatNumber(day.signUps)}
                </EventsLink>
              </Td>
              <Td label="Approved">
                <EventsLink type="case.approved" day={day.day} linked={linked && day.approved > 0}>
                  {formatNumber(day.approved)}
                </EventsLink>
              </Td>
              <Td label="Sent back">
                <EventsLink type="case.returned" day={day.day} linked={linked && day.returned > 0}>
                  {formatNumber(day.returned)}
                </EventsLink>
              </Td>
              <Td label="Rejected">
                <EventsLink type="case.rejected" day={day.day} linked={linked && day.rejected > 0}>
                  {formatNumber(day.rejected)}
                </EventsLink>
              </Td>
            </tr>
          ))}
        </DataTable>
      </AsTable>
    </HomeCard>
  )
}

/** A number that leads to the events it counts, for those who may read the audit log. */
function EventsLink({
  type,
  day,
  linked,
  children,
}: {
  type: string
  day: string
  linked: boolean
  children: string
}) {
  if (!linked) return children
  return (
    <Link to="/admin/audit" search={{ type, from: day, to: day }} className={FIGURE_LINK}>
      {children}
    </Link>
  )
}

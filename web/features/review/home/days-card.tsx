import { Suspense } from 'react'
import type { DayFigures } from '#contract/review/staff-home.ts'
import { FIGURE_DAYS } from '#contract/verification/case-limits.ts'
import { formatDate } from '#web/lib/dates.ts'
import { formatNumber } from '#web/lib/numbers.ts'
import { DataTable, Td, Th } from '#web/ui/data-table.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AsTable, EventsLink, HomeCard, PeopleLink } from './home-card.tsx'
import { daysSentence, decisionsOf } from './staff-home-text.ts'

const DayChart = lazyPart(() => import('#web/ui/day-chart.tsx'), 'DayChart')

/** Sign-ups and decisions by day: as a chart, and as a table. */
export function DaysCard({
  days,
  linked,
}: {
  days: readonly DayFigures[]
  /** Whether figures link to the list of users, and to the audit log. */
  linked: { people: boolean; events: boolean }
}) {
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
                <PeopleLink
                  search={{ joined: `${day.day}..${day.day}` }}
                  linked={linked.people && day.signUps > 0}
                >
                  {formatNumber(day.signUps)}
                </PeopleLink>
              </Td>
              <Td label="Approved">
                <EventsLink type="case.approved" day={day.day} linked={linked.events && day.approved > 0}>
                  {formatNumber(day.approved)}
                </EventsLink>
              </Td>
              <Td label="Sent back">
                <EventsLink type="case.returned" day={day.day} linked={linked.events && day.returned > 0}>
                  {formatNumber(day.returned)}
                </EventsLink>
              </Td>
              <Td label="Rejected">
                <EventsLink type="case.rejected" day={day.day} linked={linked.events && day.rejected > 0}>
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

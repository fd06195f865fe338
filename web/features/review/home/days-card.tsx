import { Suspense } from 'react'
import { DECISION_OUTCOMES, OUTCOME_LABELS } from '#contract/review/decision-outcomes.ts'
import type { DayFigures } from '#contract/review/staff-home.ts'
import { FIGURE_DAYS } from '#contract/verification/case-limits.ts'
import { formatDate } from '#web/lib/dates.ts'
import { formatNumber } from '#web/lib/numbers.ts'
import { DataTable, Td, Th } from '#web/ui/data-table.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AsTable, DecisionsLink, HomeCard, PeopleLink } from './home-card.tsx'
import { daysSentence, decisionsOf } from './staff-home-text.ts'

const DayChart = lazyPart(() => import('#web/ui/day-chart.tsx'), 'DayChart')

/** Sign-ups and decisions by day: as a chart, and as a table. */
export function DaysCard({
  days,
  linked,
}: {
  days: readonly DayFigures[]
  /** Whether figures link to the list of users, and to that of decisions. */
  linked: { people: boolean; decisions: boolean }
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
              {DECISION_OUTCOMES.map((outcome) => (
                <Th key={outcome}>{OUTCOME_LABELS[outcome]}</Th>
              ))}
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
              {DECISION_OUTCOMES.map((outcome) => (
                <Td key={outcome} label={OUTCOME_LABELS[outcome]}>
                  <DecisionsLink
                    search={{ days: `${day.day}..${day.day}`, outcome }}
                    linked={linked.decisions && day[outcome] > 0}
                  >
                    {formatNumber(day[outcome])}
                  </DecisionsLink>
                </Td>
              ))}
            </tr>
          ))}
        </DataTable>
      </AsTable>
    </HomeCard>
  )
}

import type { StaffHome } from '#contract/review/staff-home.ts'
import { FIGURE_DAYS, PROMISED_HOURS } from '#contract/verification/cases.ts'
import { formatNumber } from '#web/lib/numbers.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { spanText } from './staff-home-text.ts'

/** How long people waited for their decision, and how often the promise was kept. */
export function DecisionsCard({ decisions }: Pick<StaffHome, 'decisions'>) {
  const { count, withinPromise, medianHours, medianWorkingHours } = decisions
  return (
    <Card aria-labelledby="decisions">
      <CardHeader id="decisions" title="Time to decision">
        <span className="text-sm text-ink-3">Last {FIGURE_DAYS} days</span>
      </CardHeader>
      <CardBody>
        {medianHours === null ? (
          <p className="text-ink-2">Nothing was decided in this period.</p>
        ) : (
          <>
            <p className="sh-v">{spanText(medianHours)}</p>
            <p className="text-sm text-ink-3">median, by the clock</p>
            {medianWorkingHours === null ? null : (
              <>
                <p className="sh-v mt-4">{spanText(medianWorkingHours)}</p>
                <p className="text-sm text-ink-3">
                  median of working time, without weekends and bank holidays
                </p>
              </>
            )}
            <p className="mt-4 text-card">
              {formatNumber(withinPromise)} of {formatNumber(count)} within {PROMISED_HOURS} hours (
              {Math.round((100 * withinPromise) / count)}%)
            </p>
          </>
        )}
      </CardBody>
    </Card>
  )
}

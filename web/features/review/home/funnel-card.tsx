import { FUNNEL_LABELS } from '#contract/review/funnel-steps.ts'
import type { StaffHome } from '#contract/review/staff-home.ts'
import { FEW_DECISIONS } from '#contract/review/staff-home-limits.ts'
import { FIGURE_DAYS } from '#contract/verification/case-limits.ts'
import { formatNumber } from '#web/lib/numbers.ts'
import { HomeCard, HomeNote, PeopleLink } from './home-card.tsx'
import { stepLosses } from './staff-home-text.ts'

/**
 * How far the individuals who started in these days got, how many wait for us before a step, and how many each lost,
 * with the largest loss marked. Anyone counted at a step has completed all before it. The picture is a table.
 */
export function FunnelCard({ funnel, linked }: Pick<StaffHome, 'funnel'> & { linked: boolean }) {
  const started = funnel[0]?.people ?? 0
  const rows = stepLosses(funnel)
  return (
    <HomeCard id="funnel" title="From start to verified" aside={`People, last ${FIGURE_DAYS} days`}>
      {started === 0 ? (
        <HomeNote>No one began in this period.</HomeNote>
      ) : (
        <table className="my-1.5 w-full border-collapse text-[13.5px] leading-[18px] tabular-nums">
          <caption className="sr-only">
            People who reached each step, and how many wait for us or left before it
          </caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">Step</th>
              <td />
              <th scope="col">People</th>
              <th scope="col">Waiting for us, or left before it</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ step, people, waiting, lost, isWorst }) => (
              <tr key={step}>
                <th
                  scope="row"
                  className="w-px py-1 pr-3 pl-[18px] text-left font-normal whitespace-nowrap max-[640px]:pl-4"
                >
                  {FUNNEL_LABELS[step]}
                </th>
                <td className="py-1">
                  <span
                    aria-hidden="true"
                    className="block h-3 min-w-0.5 rounded-full bg-brand forced-colors:bg-[CanvasText]"
                    style={{ width: `${(100 * people) / started}%` }}
                  />
                </td>
                <td className="w-px py-1 pl-3 text-right font-semibold whitespace-nowrap">
                  <PeopleLink search={{ came: step }} linked={linked && people > 0}>
                    {formatNumber(people)}
                  </PeopleLink>
                </td>
                <td className="w-px py-1 pr-[18px] pl-4 text-right whitespace-nowrap text-ink-3 max-[640px]:pr-4">
                  {waiting > 0 ? (
                    <>
                      <PeopleLink search={{ waits: step }} linked={linked}>
                        {`${formatNumber(waiting)} with us`}
                      </PeopleLink>
                      {lost > 0 ? ' · ' : null}
                    </>
                  ) : null}
                  <span className={isWorst ? 'font-semibold text-yellow-ink' : undefined}>
                    <PeopleLink search={{ left: step }} linked={linked && lost > 0}>
                      {lossText(lost, people)}
                      {isWorst ? <span className="sr-only">, the largest loss</span> : null}
                    </PeopleLink>
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </HomeCard>
  )
}

/** The loss as a number for few people, otherwise as a share. */
function lossText(lost: number, people: number): string {
  if (lost === 0) return ''
  const before = lost + people
  if (before < FEW_DECISIONS) return `${lost} left`
  const percent = Math.round((100 * lost) / before)
  // Neither a step's remainder nor its loss is ever rounded to zero.
  return `−${people === 0 ? 100 : Math.min(99, Math.max(1, percent))}%`
}

import { FUNNEL_LABELS } from '#contract/review/funnel-steps.ts'
import type { StaffHome } from '#contract/review/staff-home.ts'
import { FEW_DECISIONS } from '#contract/review/staff-home-limits.ts'
import { FIGURE_DAYS } from '#contract/verification/case-limits.ts'
import { formatNumber } from '#web/lib/numbers.ts'
import { HomeCard, HomeNote, PeopleLink } from './home-card.tsx'
import { markedSteps } from './staff-home-text.ts'

/** What became of those who didn’t reach a step, in words next to their number. */
const GAPS = [
  { gap: 'waits', text: 'with us' },
  { gap: 'theirs', text: 'with them' },
  { gap: 'rejected', text: 'rejected' },
] as const

/**
 * How far the individuals who started in these days got, and what became of those who didn’t reach each step, with the
 * largest loss marked. Anyone counted at a step has completed all before it. The picture is a table.
 */
export function FunnelCard({ funnel, linked }: Pick<StaffHome, 'funnel'> & { linked: boolean }) {
  const started = funnel[0]?.people ?? 0
  const rows = markedSteps(funnel)
  return (
    <HomeCard id="funnel" title="From start to verified" aside={`People, last ${FIGURE_DAYS} days`}>
      {started === 0 ? (
        <HomeNote>No one began in this period.</HomeNote>
      ) : (
        <table className="my-1.5 w-full border-collapse text-[.84375rem] leading-4.5 tabular-nums">
          <caption className="sr-only">
            People who reached each step, and what became of those who didn’t
          </caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">Step</th>
              <td />
              <th scope="col">People</th>
              <th scope="col">Didn’t reach it</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.step}>
                <th
                  scope="row"
                  className="w-px py-1 pr-3 pl-[18px] text-left font-normal whitespace-nowrap max-[640px]:pl-4"
                >
                  {FUNNEL_LABELS[row.step]}
                </th>
                <td className="py-1">
                  <span
                    aria-hidden="true"
                    className="block h-3 min-w-0.5 rounded-full bg-brand forced-colors:bg-[CanvasText]"
                    style={{ width: `${(100 * row.people) / started}%` }}
                  />
                </td>
                <td className="w-px py-1 pl-3 text-right font-semibold whitespace-nowrap">
                  <PeopleLink search={{ came: row.step }} linked={linked && row.people > 0}>
                    {formatNumber(row.people)}
                  </PeopleLink>
                </td>
                <td className="w-px py-1 pr-[18px] pl-4 text-right text-ink-3 max-[640px]:pr-4">
                  <span className="flex flex-wrap justify-end gap-x-2 whitespace-nowrap">
                    {GAPS.map(({ gap, text }) =>
                      row[gap] > 0 ? (
                        // Apart from the next one also where it is no link.
                        <span key={gap}>
                          <PeopleLink search={{ [gap]: row.step }} linked={linked}>
                            {`${formatNumber(row[gap])} ${text}`}
                          </PeopleLink>
                        </span>
                      ) : null,
                    )}
                    {row.left > 0 ? (
                      <span className={row.isWorst ? 'font-semibold text-yellow-ink' : undefined}>
                        <PeopleLink search={{ left: row.step }} linked={linked}>
                          {lossText(row)}
                          {row.isWorst ? <span className="sr-only">, the largest loss</span> : null}
                        </PeopleLink>
                      </span>
                    ) : null}
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

/** The loss as a number for few people, otherwise as a share of those who could have come. */
function lossText({ left, people }: { left: number; people: number }): string {
  const before = left + people
  if (before < FEW_DECISIONS) return `${left} left`
  const percent = Math.round((100 * left) / before)
  // Neither a step's remainder nor its loss is ever rounded to zero.
  return `−${people === 0 ? 100 : Math.min(99, Math.max(1, percent))}%`
}

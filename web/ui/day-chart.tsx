import '#web/styles/day-chart.css'
import { formatNumber } from '#web/lib/numbers.ts'

const WIDTH = 720
const HEIGHT = 180
/** Room for each letter of the numbers beside the lines, in the large type of narrow screens. */
const LETTER = 15
const GAP = 6
const TOP = 8
const BOTTOM = 4

/**
 * Two bars for each day, one beside the other, told apart by shape of fill and not by colour alone. It is a picture for
 * those who see it; its label says what it shows, and the page has the numbers as a table.
 */
export function DayChart({
  label,
  series,
  days,
}: {
  label: string
  series: readonly [string, string]
  /** Oldest first. */
  days: readonly { day: string; values: readonly [number, number] }[]
}) {
  const top = ceiling(Math.max(1, ...days.flatMap(({ values }) => values)))
  const left = GAP + LETTER * formatNumber(top).length
  const slot = (WIDTH - left) / Math.max(1, days.length)
  const bar = slot * 0.36
  const heightOf = (value: number) => (value / top) * (HEIGHT - TOP - BOTTOM)
  const base = HEIGHT - BOTTOM
  return (
    <figure className="dc">
      <figcaption className="dc-k">
        {series.map((name, index) => (
          <span key={name}>
            <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
              <rect className={`dc-${index}`} x="1" y="1" width="12" height="12" rx="2" />
            </svg>
            {name}
          </span>
        ))}
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line
              className="dc-l"
              x1={left}
              x2={WIDTH}
              y1={base - heightOf(top * share)}
              y2={base - heightOf(top * share)}
            />
            <text className="dc-t" x={left - GAP} y={base - heightOf(top * share) + 4} textAnchor="end">
              {formatNumber(top * share)}
            </text>
          </g>
        ))}
        {days.map(({ day, values }, place) => (
          <g key={day}>
            <title>{`${day}: ${values.map((value, index) => `${formatNumber(value)} ${series[index]}`).join(', ')}`}</title>
            {values.map((value, index) => (
              <rect
                key={series[index]}
                className={`dc-${index}`}
                x={left + place * slot + slot * 0.12 + index * (bar + slot * 0.04)}
                y={base - heightOf(value)}
                width={bar}
                height={heightOf(value)}
              />
            ))}
          </g>
        ))}
      </svg>
      <p className="dc-x" aria-hidden="true">
        <span>{days[0]?.day}</span>
        <span>{days.at(-1)?.day}</span>
      </p>
    </figure>
  )
}

/** An even number at or above the largest value, so that the middle line stands at a whole one. */
function ceiling(largest: number): number {
  const step = 10 ** Math.floor(Math.log10(largest))
  const top = Math.ceil(largest / step) * step
  return top % 2 === 0 ? top : top + 1
}

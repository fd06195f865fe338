import { formatNumber } from '#web/lib/numbers.ts'

const WIDTH = 720
const HEIGHT = 180
/** The width of a digit in the axis labels, in narrow screens' large type. */
const LETTER = 15
const GAP = 6
const TOP = 8
const BOTTOM = 4

/** The fill of each series' bars. */
const BAR_CLASS = ['fill-brand stroke-brand', 'fill-surface stroke-blue-solid stroke-[1.5]'] as const

/**
 * Two bars per day next to each other, distinguished by fill pattern and not by colour alone. It is an image:
 * its label says what it shows, and the page has the numbers as a table.
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
    <figure>
      <figcaption className="mb-3 flex gap-5 text-sm/5 text-ink-2">
        {series.map((name, index) => (
          <span key={name} className="inline-flex items-center gap-2">
            <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
              <rect className={BAR_CLASS[index]} x="1" y="1" width="12" height="12" rx="2" />
            </svg>
            {name}
          </span>
        ))}
      </figcaption>
      <svg
        className="block h-auto w-full overflow-visible"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={label}
      >
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line
              className="stroke-line"
              x1={left}
              x2={WIDTH}
              y1={base - heightOf(top * share)}
              y2={base - heightOf(top * share)}
            />
            {/* The picture shrinks with the screen, and its numbers with it. */}
            <text
              className="fill-ink-3 text-[.75rem] tabular-nums max-sm:text-[1.625rem]"
              x={left - GAP}
              y={base - heightOf(top * share) + 4}
              textAnchor="end"
            >
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
                className={BAR_CLASS[index]}
                x={left + place * slot + slot * 0.12 + index * (bar + slot * 0.04)}
                y={base - heightOf(value)}
                width={bar}
                height={heightOf(value)}
              />
            ))}
          </g>
        ))}
      </svg>
      <p
        className="mt-1.5 flex justify-between pl-[4.4%] text-xs/4.5 text-ink-3 tabular-nums"
        aria-hidden="true"
      >
        <span>{days[0]?.day}</span>
        <span>{days.at(-1)?.day}</span>
      </p>
    </figure>
  )
}

/** An even number at or above the largest value, so that the middle line is a whole number. */
function ceiling(largest: number): number {
  const step = 10 ** Math.floor(Math.log10(largest))
  const top = Math.ceil(largest / step) * step
  return top % 2 === 0 ? top : top + 1
}

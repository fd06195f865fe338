const WIDTH = 520
const HEIGHT = 168
const LEFT = 34
const RIGHT = 14
const TOP = 14
const BASE = 138

interface Point {
  key: string
  label: string
  percent: number
  title: string
}

/**
 * Percentages over time, against a target: those below it also differ in shape. Its label describes the
 * picture, and the page has the numbers as a table.
 */
export function ShareChart({
  label,
  target,
  points,
}: {
  label: string
  target: number
  /** Oldest first, at least one. */
  points: readonly Point[]
}) {
  const lowest = Math.min(target, ...points.map(({ percent }) => percent))
  // Even steps, with space below the lowest value, so that a good year isn't a flat line at the top.
  const floor = Math.max(0, Math.floor((lowest - 1) / 10) * 10)
  const steps = [floor, (floor + 100) / 2, 100]
  const y = (percent: number) => BASE - ((percent - floor) / (100 - floor)) * (BASE - TOP)
  const x = (place: number) =>
    points.length === 1
      ? (LEFT + WIDTH - RIGHT) / 2
      : LEFT + (place / (points.length - 1)) * (WIDTH - LEFT - RIGHT)
  const line = points.map(({ percent }, place) => `${x(place)} ${y(percent)}`).join('L')
  const last = points.at(-1)
  const every = Math.ceil(points.length / 4)
  const text = 'fill-ink-3 text-[.78125rem] tabular-nums'
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="block h-auto max-h-44 w-full"
      role="img"
      aria-label={label}
    >
      {steps.map((step) => (
        <g key={step}>
          <path className="stroke-line" d={`M${LEFT} ${y(step)}H${WIDTH - RIGHT}`} />
          <text className={text} x={LEFT - 8} y={y(step) + 4} textAnchor="end">
            {step}
          </text>
        </g>
      ))}
      <path
        className="fill-brand opacity-10"
        d={`M${LEFT} ${BASE}L${line}L${x(points.length - 1)} ${BASE}Z`}
      />
      <path
        className="stroke-yellow-solid"
        strokeWidth={1.6}
        strokeDasharray="5 4"
        d={`M${LEFT} ${y(target)}H${WIDTH - RIGHT}`}
      />
      <text
        className="fill-yellow-ink text-[.78125rem] font-semibold"
        x={WIDTH - RIGHT}
        y={y(target) + 16}
        textAnchor="end"
      >
        Target {target}%
      </text>
      <path
        className="fill-none stroke-brand forced-colors:stroke-[CanvasText]"
        strokeWidth={2.4}
        strokeLinejoin="round"
        d={`M${line}`}
      />
      {points.map(({ key, percent, title }, place) => (
        <circle
          key={key}
          className={
            percent < target
              ? 'fill-yellow-bg stroke-yellow-solid'
              : 'fill-surface stroke-brand forced-colors:stroke-[CanvasText]'
          }
          strokeWidth={2.2}
          cx={x(place)}
          cy={y(percent)}
          r={percent < target ? 5 : 3.8}
        >
          <title>{title}</title>
        </circle>
      ))}
      {points.map(({ key, label: day }, place) =>
        place % every === 0 && place < points.length - every / 2 ? (
          <text
            key={key}
            className={text}
            x={x(place)}
            y={HEIGHT - 8}
            textAnchor={place ? 'middle' : 'start'}
          >
            {day}
          </text>
        ) : null,
      )}
      {last ? (
        <text
          className="fill-ink text-[.875rem] font-[640] tabular-nums"
          x={WIDTH - RIGHT}
          y={Math.max(TOP - 2, y(last.percent) - 9)}
          textAnchor="end"
        >
          {Math.round(last.percent)}%
        </text>
      ) : null}
    </svg>
  )
}

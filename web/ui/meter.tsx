/** Progress of which a part is in review: solid is done, hatched waits; the number stands beside it. */
export function MeterBar({
  label,
  percent,
  completedPercent,
}: {
  label: string
  /** The number shown and announced, waiting parts counted as the rule says. */
  percent: number
  /** The solid part; the rest up to `percent` is hatched. */
  completedPercent: number
}) {
  const solid = Math.min(completedPercent, percent)
  return (
    <div className="flex items-center gap-4">
      <div
        className="meter"
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        {solid > 0 ? <i style={{ width: `${solid}%` }} /> : null}
        {percent > solid ? <i className="pend" style={{ width: `${percent - solid}%` }} /> : null}
      </div>
      <b className="text-lead font-semibold tabular-nums" aria-hidden="true">
        {percent}%
      </b>
    </div>
  )
}

/** A row of short bars, of which the first `done` are filled. The count in words stands beside it. */
export function Segments({ done, total }: { done: number; total: number }) {
  return (
    <div className="segs segs-6" aria-hidden="true">
      {Array.from({ length: total }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity but their place.
        <i key={index} className={index < done ? 'd' : undefined} />
      ))}
    </div>
  )
}

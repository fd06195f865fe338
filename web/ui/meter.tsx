import { classNames } from './class-names.ts'

/** The bar and its filled part; both stay visible in forced colours. */
export const METER_CLASS =
  'flex h-2.5 min-w-0 flex-1 overflow-hidden rounded-[5px] bg-sunken shadow-[inset_0_0_0_1px_var(--line)] forced-colors:border'
export const METER_DONE_CLASS =
  'block h-full bg-brand forced-colors:bg-[Highlight] forced-colors:forced-color-adjust-none'
const WAITING_CLASS =
  'block h-full bg-[repeating-linear-gradient(135deg,var(--blue-solid)_0_5px,color-mix(in_oklab,var(--blue-solid)_55%,var(--surface))_5px_10px)] not-first:border-l-2 not-first:border-surface forced-colors:bg-[repeating-linear-gradient(135deg,Highlight_0_5px,Canvas_5px_10px)] forced-colors:forced-color-adjust-none'

/** Progress of which a part is in review: solid is done, hatched is waiting; the number is next to it. */
export function MeterBar({
  label,
  percent,
  completedPercent,
}: {
  label: string
  /** The number shown and announced, which counts waiting parts as the rule says. */
  percent: number
  /** The solid part; the rest up to `percent` is hatched. */
  completedPercent: number
}) {
  const solid = Math.min(completedPercent, percent)
  return (
    <div className="flex items-center gap-4">
      <div
        className={METER_CLASS}
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        {solid > 0 ? <i className={METER_DONE_CLASS} style={{ width: `${solid}%` }} /> : null}
        {percent > solid ? <i className={WAITING_CLASS} style={{ width: `${percent - solid}%` }} /> : null}
      </div>
      <b className="text-[1.125rem]/7 font-semibold tabular-nums" aria-hidden="true">
        {percent}%
      </b>
    </div>
  )
}

const BAR_CLASS = {
  done: 'bg-brand forced-colors:bg-[Highlight]',
  current: 'bg-[linear-gradient(90deg,var(--brand)_50%,var(--line)_50%)]',
  next: 'bg-line',
} as const

/** A row of short bars, one per step. The count in words is next to it. */
export function StepSegments({
  steps,
  thin,
}: {
  steps: readonly (keyof typeof BAR_CLASS)[]
  thin?: boolean
}) {
  return (
    <div className="grid auto-cols-fr grid-flow-col gap-1" aria-hidden="true">
      {steps.map((state, index) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity but their place.
          key={index}
          className={classNames(
            'forced-colors:border forced-colors:forced-color-adjust-none',
            thin ? 'h-1 rounded-[2px]' : 'h-1.5 rounded-[3px]',
            BAR_CLASS[state],
          )}
        />
      ))}
    </div>
  )
}

/** The same if only their number is known: the first `done` are filled. */
export function Segments({ done, total }: { done: number; total: number }) {
  return (
    <StepSegments steps={Array.from({ length: total }, (_, index) => (index < done ? 'done' : 'next'))} />
  )
}

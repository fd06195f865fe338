import { classNames } from './class-names.ts'

/** One stroke for each thing that is asked for, filled once it is there: a picture of the words next to it. */
export function Strokes({ done, isOnCamera }: { done: readonly boolean[]; isOnCamera?: boolean }) {
  const [filled, open] = isOnCamera
    ? ['bg-(--camera-leaf)', 'border-(--camera-ink)/60']
    : ['bg-brand', 'border-ink-3']
  return (
    <span className="inline-flex gap-1.5" aria-hidden="true">
      {done.map((isDone, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the strokes stay in their places.
          key={index}
          className={classNames(
            'h-2 w-10 rounded-full',
            isDone ? `${filled} forced-colors:bg-[CanvasText]` : `border-[1.5px] border-dashed ${open}`,
          )}
        />
      ))}
    </span>
  )
}

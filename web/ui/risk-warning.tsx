import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, useId } from 'react'

/** The warning before a risk is taken: one large sentence and a plain list, never collapsed (design §7). */
export function RiskWarning({ headline, points }: { headline: ReactNode; points: readonly ReactNode[] }) {
  const id = useId()
  return (
    <section
      className="mt-7 rounded-3 border-2 border-yellow-solid bg-yellow-bg px-6.5 py-6 max-sm:px-4.5 max-sm:py-5"
      aria-labelledby={id}
    >
      <p className="grid grid-cols-[32px_1fr] gap-3.5 text-[21px]/7 font-[660] tracking-[-0.014em]" id={id}>
        <TriangleAlert className="size-8 stroke-[1.9] text-yellow-ink" />
        <span>{headline}</span>
      </p>
      <ul className="mt-4 ml-11.5 list-disc pl-4.5 leading-[25px] text-ink max-sm:ml-0 [&>li+li]:mt-2">
        {points.map((point, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed text and never reordered.
          <li key={index}>{point}</li>
        ))}
      </ul>
    </section>
  )
}

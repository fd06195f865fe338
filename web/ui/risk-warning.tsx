import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, useId } from 'react'

/** The warning before a risk is taken: one large sentence and a plain list, never collapsed (design §7). */
export function RiskWarning({ headline, points }: { headline: ReactNode; points: readonly ReactNode[] }) {
  const id = useId()
  return (
    <section className="rw" aria-labelledby={id}>
      <p className="hl" id={id}>
        <TriangleAlert className="i" />
        <span>{headline}</span>
      </p>
      <ul>
        {points.map((point, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed text and never reordered.
          <li key={index}>{point}</li>
        ))}
      </ul>
    </section>
  )
}

import { useId } from 'react'
import type { LeafState } from '#contract/verification/leaf.ts'
import { Hatch } from './hatch.tsx'
import { LeafHalves } from './leaf-halves.tsx'

/** One line of a leaf next to its row in a list; the row has the same as text. */
export function LeafGlyph({ state, className }: { state: LeafState; className?: string }) {
  const hatch = useId()
  return (
    <svg
      className={className ? `flex-none ${className}` : 'flex-none'}
      viewBox="0 0 34 12"
      width={34}
      height={12}
      aria-hidden="true"
    >
      <Hatch id={hatch} step={4.6} />
      <LeafHalves
        state={state}
        left={{ x: 0, width: 12 }}
        right={{ x: 15, width: 19 }}
        top={0}
        bar={12}
        hatch={hatch}
      />
    </svg>
  )
}

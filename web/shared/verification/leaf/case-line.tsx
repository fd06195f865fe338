import { useId } from 'react'
import type { LeafState } from '#contract/verification/leaf.ts'
import { LEAF_LINES_MAX } from '#contract/verification/leaf-limits.ts'
import { LEAF_LOOKS } from '#domain/leaf/leaf-shape.ts'
import { leafSummary } from '#domain/leaf/leaf-summary.ts'
import { Hatch } from './hatch.tsx'
import { OurHalf } from './leaf-halves.tsx'

const WIDTH = 13
const HEIGHT = 8
const GAP = 2

/** A case as one row of its lines, right halves only, for tables, with the same as text (design §11.3). */
export function CaseLine({ lines }: { lines: readonly LeafState[] }) {
  const hatch = useId()
  if (lines.length === 0) return null
  // People beyond a leaf's capacity are only in the sentence.
  const drawn = lines.slice(0, LEAF_LINES_MAX)
  const width = drawn.length * (WIDTH + GAP) - GAP
  return (
    <svg
      role="img"
      aria-label={leafSummary(lines.map((state) => ({ state })))}
      className="flex-none"
      viewBox={`0 0 ${width} ${HEIGHT}`}
      width={width}
      height={HEIGHT}
    >
      <Hatch id={hatch} step={4.6} />
      {drawn.map((state, index) => (
        <OurHalf
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place.
          key={index}
          look={LEAF_LOOKS[state].right}
          x={index * (WIDTH + GAP)}
          width={WIDTH}
          top={0}
          bar={HEIGHT}
          hatch={hatch}
        />
      ))}
    </svg>
  )
}

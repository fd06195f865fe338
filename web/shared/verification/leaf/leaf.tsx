import { type CSSProperties, useId, useState } from 'react'
import type { Leaf, LeafLine } from '#contract/verification/leaf.ts'
import { type LeafShape, leafShape } from '#domain/leaf/leaf-shape.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Hatch } from './hatch.tsx'
import { LeafHalves } from './leaf-halves.tsx'

/** The row height of the list next to a ledger, equal to the height of its lines, in pixels. */
export const LEDGER_PITCH = 48
/** Where a ledger's leaders end and its list starts, in pixels. */
export const LEDGER_WIDTH = 384

const SIZES = {
  ledger: { width: 330, pitch: LEDGER_PITCH, hatch: 7 },
  receipt: { width: 310, pitch: 44, hatch: 7 },
  compact: { width: 112, pitch: 17, hatch: 5 },
  // As large as the compact one, with edges strong enough to be shown at a quarter of that size.
  mark: { width: 112, pitch: 17, hatch: 9 },
} as const

/** The room for the stem below the tip and to its left. */
const STEM = { ledger: 28, receipt: 26, compact: 10, mark: 10 }

type Drawn = Pick<LeafLine, 'key' | 'state'>

/**
 * A leaf with a bar for each line: decoration next to its list, or inside an element that states its sentence
 * (design §11.3). Only a line that changes while shown is animated.
 */
export function DrawnLeaf({
  lines,
  size,
  isFirstSight = false,
  className,
}: {
  lines: readonly Drawn[]
  size: keyof typeof SIZES
  /** Whether the approval is seen for the first time: the lines then turn green from the top. */
  isFirstSight?: boolean
  className?: string
}) {
  const hatch = useId()
  const { width, pitch, hatch: step } = SIZES[size]
  const room = STEM[size]
  const shape = leafShape(lines.length, { width, pitch })
  const [first] = useState(() => new Map(lines.map(({ key, state }) => [key, state])))
  const [isTurning, setTurning] = useState(() => isFirstSight && !isStill())
  const total = size === 'ledger' ? LEDGER_WIDTH : width + room + 4
  return (
    <svg
      className={classNames('block overflow-visible', className)}
      viewBox={`${-room} 0 ${total} ${shape.height + room / 2}`}
      width={total}
      height={shape.height + room / 2}
      aria-hidden="true"
    >
      <Hatch id={hatch} step={step} />
      {lines.map(({ key, state }, index) => {
        const row = shape.rows[index]
        if (!row) return null
        const isChanged = first.get(key) !== state
        const isLast = index === lines.length - 1
        const bars = { ...row, top: row.y - shape.bar / 2, bar: shape.bar, hatch }
        return (
          <g key={`${key} ${state}`}>
            {isTurning ? <LeafHalves {...bars} state="with_us" /> : null}
            <g
              className={isChanged || isTurning ? DRAWING : undefined}
              style={isFirstSight || isTurning ? afterLines(index) : undefined}
              onAnimationEnd={isTurning && isLast ? () => setTurning(false) : undefined}
            >
              <LeafHalves {...bars} state={state} />
            </g>
            {size === 'ledger' ? (
              <path
                className="stroke-line"
                d={`M${row.right.x + row.right.width + 8} ${row.y}H${LEDGER_WIDTH - room}`}
              />
            ) : null}
          </g>
        )
      })}
      <Stem shape={shape} />
    </svg>
  )
}

const DRAWING = 'motion-safe:animate-[leaf-draw_240ms_var(--ease)_both]'
const BETWEEN_MS = 40

function afterLines(count: number): CSSProperties {
  return { animationDelay: `${count * BETWEEN_MS}ms` }
}

function isStill(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** The stem is attached to the last line provided. */
function Stem({ shape: { rows, bar } }: { shape: LeafShape }) {
  const last = rows.at(-1)
  if (!last) return null
  const x = last.left.x + last.left.width * 0.9
  return (
    <path
      className="fill-none stroke-brand forced-colors:stroke-[CanvasText]"
      d={`M${x} ${last.y + bar * 0.62}q${-bar * 0.49} ${bar * 0.78} ${-bar * 1.38} ${bar * 1.02}`}
      strokeWidth={bar * 0.26}
      strokeLinecap="round"
    />
  )
}

/** The leaf without its list; its label is a sentence. */
export function LoneLeaf({ leaf, size }: { leaf: Leaf; size: 'receipt' | 'compact' }) {
  return (
    <div role="img" aria-label={leaf.summary}>
      <DrawnLeaf
        lines={leaf.lines}
        size={size}
        className={size === 'compact' ? 'h-auto w-[118px]' : undefined}
      />
    </div>
  )
}

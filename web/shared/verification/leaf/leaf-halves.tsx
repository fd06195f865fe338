import type { LeafState } from '#contract/verification/leaf.ts'
import { LEAF_LOOKS, type RightLook, type Span } from '#domain/leaf/leaf-shape.ts'

/** Fills and edges; in forced colours only the shapes remain and carry the meaning. */
const SOLID = 'forced-colors:fill-[CanvasText]'
const EDGE = 'forced-colors:stroke-[CanvasText]'
const DASHED = `fill-none stroke-line-strong ${EDGE}`

interface Place extends Span {
  /** The bar's top edge. */
  top: number
  bar: number
}

/**
 * Both halves of one bar: what was provided, and our check of it. `hatch` is the id of the pattern for what is
 * with us.
 */
export function LeafHalves({
  state,
  left,
  right,
  top,
  bar,
  hatch,
}: {
  state: LeafState
  left: Span
  right: Span
  top: number
  bar: number
  hatch: string
}) {
  const look = LEAF_LOOKS[state]
  return (
    <>
      {look.left === 'dashed' ? (
        <DashedBar {...left} top={top} bar={bar} />
      ) : (
        <rect
          className={`fill-brand ${SOLID}`}
          x={left.x}
          y={top}
          width={left.width}
          height={bar}
          rx={bar / 2}
        />
      )}
      <OurHalf look={look.right} {...right} top={top} bar={bar} hatch={hatch} />
    </>
  )
}

/** Only our check, for tables of cases. */
export function OurHalf({ look, hatch, ...place }: Place & { look: RightLook; hatch: string }) {
  const { x, width, top, bar } = place
  switch (look) {
    case 'dashed':
      return <DashedBar {...place} />
    case 'solid':
      return <rect className={`fill-leaf ${SOLID}`} x={x} y={top} width={width} height={bar} rx={bar / 2} />
    case 'hatched':
      return <EdgedBar {...place} className={`stroke-blue-solid ${EDGE}`} fill={`url(#${hatch})`} />
    case 'broken':
      return <BrokenBar {...place} />
    case 'dotted':
      return <DottedBar {...place} />
    case 'crossed':
      return <CrossedBar {...place} />
    default:
      return look satisfies never
  }
}

/** Draws an edge within its bar, so that all bars have the same height. */
function inset({ x, width, top, bar }: Place, edge: number) {
  return {
    x: x + edge / 2,
    y: top + edge / 2,
    width: width - edge,
    height: bar - edge,
    rx: (bar - edge) / 2,
    strokeWidth: edge,
  }
}

function DashedBar(place: Place) {
  return <rect className={DASHED} {...inset(place, Math.min(1.5, place.bar / 6))} strokeDasharray="3.6 3.2" />
}

function EdgedBar({ className, fill, ...place }: Place & { className: string; fill?: string }) {
  return <rect className={className} fill={fill} {...inset(place, Math.min(1.8, place.bar / 6))} />
}

/** Broken in two by a slanted gap. */
function BrokenBar(place: Place) {
  const edge = Math.min(1.8, place.bar / 6)
  const { x, y, width, height: bar, rx } = inset(place, edge)
  const gap = bar * 0.36
  const [start, end, bottom] = [x + rx, x + width - rx, y + bar]
  const middle = Math.max(start + gap, x + width / 2)
  const className = `fill-yellow-line stroke-yellow-solid forced-colors:fill-[Canvas] ${EDGE}`
  const arc = `A${rx} ${rx} 0 0 1`
  return (
    <g className={className} strokeWidth={edge} strokeLinejoin="round">
      <path d={`M${start} ${y}H${middle}L${middle - gap} ${bottom}H${start}${arc} ${start} ${y}Z`} />
      <path
        d={`M${Math.min(end, middle + gap)} ${y}H${end}${arc} ${end} ${bottom}H${Math.min(end, middle)}Z`}
      />
    </g>
  )
}

/** Solid, fading into dots. */
function DottedBar({ x, width, top, bar }: Place) {
  const unit = Math.min(bar, width / 2.4)
  const solid = Math.max(bar * 0.55, width - unit * 1.9)
  const dots = [0.27, 0.22, 0.16]
  return (
    <>
      <rect
        className={`fill-leaf ${SOLID}`}
        x={x}
        y={top}
        width={solid}
        height={bar}
        rx={Math.min(bar, solid) / 2}
      />
      {dots.map((radius, index) => (
        <circle
          key={radius}
          className={`fill-yellow-solid ${SOLID}`}
          cx={x + solid + unit * (0.42 + index * 0.6)}
          cy={top + bar / 2}
          r={unit * radius}
        />
      ))}
    </>
  )
}

/** An outline with a cross. */
function CrossedBar(place: Place) {
  const { x, width, top, bar } = place
  const [cx, cy, arm] = [x + width / 2, top + bar / 2, bar * 0.2]
  return (
    <>
      <EdgedBar {...place} className={`fill-red-bg stroke-red-solid forced-colors:fill-[Canvas] ${EDGE}`} />
      <path
        className={`stroke-red-solid ${EDGE}`}
        d={`M${cx - arm} ${cy - arm}L${cx + arm} ${cy + arm}M${cx + arm} ${cy - arm}L${cx - arm} ${cy + arm}`}
        strokeWidth={Math.min(2, bar / 5)}
        strokeLinecap="round"
      />
    </>
  )
}

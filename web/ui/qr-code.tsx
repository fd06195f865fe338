import { useMemo } from 'react'
import { encode } from 'uqr'
import { classNames } from './class-names.ts'

/** The quiet zone that scanners need, in modules (ISO/IEC 18004). */
const QUIET = 4

/** A QR code for phone cameras, black on white in every theme. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { size, path } = useMemo(() => drawn(text), [text])
  const width = size + 2 * QUIET
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-QUIET} ${-QUIET} ${width} ${width}`}
      shapeRendering="crispEdges"
      className={classNames('rounded-[12px]', className)}
    >
      <rect x={-QUIET} y={-QUIET} width={width} height={width} fill="var(--white)" />
      <path d={path} fill="var(--black)" />
    </svg>
  )
}

function drawn(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: 0 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return { size, path: dark.join('') }
}

import qrcode from 'qrcode-generator'
import { useMemo } from 'react'

/** A code that the camera of a phone reads, dark on white in every theme. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => drawn(text), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`-2 -2 ${size + 4} ${size + 4}`}
      shapeRendering="crispEdges"
      className="size-58 rounded-[12px] bg-[#fff]"
    >
      <path d={path} fill="#10201a" />
    </svg>
  )
}

function drawn(text: string): { size: number; path: string } {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const size = code.getModuleCount()
  const cells = Array.from({ length: size * size }, (_, at) => [at % size, Math.floor(at / size)] as const)
  const dark = cells.filter(([column, row]) => code.isDark(row, column))
  return { size, path: dark.map(([column, row]) => `M${column} ${row}h1v1h-1z`).join('') }
}

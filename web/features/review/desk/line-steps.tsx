import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { IconButton } from '#web/ui/icon-button.tsx'
import { type DeskLine, SCREENING } from './desk-lines.ts'

/** Buttons to go from line to line, for phones, where their list isn't visible. */
export function LineSteps({
  lines,
  selected,
  onSelect,
}: {
  lines: readonly DeskLine[]
  selected: string
  onSelect: (key: string) => void
}) {
  const places = [
    ...lines.map(({ key, label }) => ({ key: key as string, label })),
    { key: SCREENING, label: 'Sanctions' },
  ]
  const at = places.findIndex(({ key }) => key === selected)
  const [before, after] = [places[at - 1], places[at + 1]]
  return (
    <div className="flex items-center justify-between gap-2 border-b border-line bg-surface px-2 py-1 min-[53.8125rem]:hidden">
      <IconButton
        label="Line before"
        icon={<ChevronLeft />}
        className="shrink-0"
        disabled={!before}
        onClick={() => before && onSelect(before.key)}
      />
      <p className="min-w-0 truncate text-sm text-ink-2">
        <b className="font-semibold text-ink">{places[at]?.label}</b>, {at + 1} of {places.length}
      </p>
      <IconButton
        label="Line after"
        icon={<ChevronRight />}
        className="shrink-0"
        disabled={!after}
        onClick={() => after && onSelect(after.key)}
      />
    </div>
  )
}

import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Columns from 'lucide-react/icons/columns-2'
import ExternalLink from 'lucide-react/icons/external-link'
import RotateCw from 'lucide-react/icons/rotate-cw'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import type { ReactNode } from 'react'
import { downloadDocument } from '#web/shared/documents/download-document.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Kbd } from '#web/ui/kbd.tsx'
import type { StageView } from './use-stage-view.ts'

const TOOL =
  'inline-flex h-9 min-w-9 cursor-pointer items-center justify-center gap-1.5 rounded-2 border-0 bg-transparent px-1.5 text-sm text-ink-2 no-underline hover:bg-sunken max-[85rem]:px-1 aria-disabled:cursor-default aria-disabled:opacity-45'

/** The id by which the shortcut finds the link to the original. */
export const ORIGINAL = 'desk-original'

type Props = {
  title: string
  fileName: string
  url: string
  pages: number
  stage: StageView
  /** Undefined if there is no second document. */
  beside?: { isOn: boolean; toggle: () => void }
}

/** The name of what is on the stage, and the view controls, each with its shortcut. */
export function StageToolbar({ title, fileName, url, pages, stage, beside }: Props) {
  const { view } = stage
  return (
    <StageBar title={title} note={fileName}>
      {pages > 1 ? (
        <>
          <Tool label="Previous page" run={stage.previousPage}>
            <ChevronLeft />
          </Tool>
          <span role="status" className="text-sm text-ink-2 tabular-nums">
            <span className="sr-only">Page </span>
            {view.page}/{pages}
          </span>
          <Tool label="Next page" run={stage.nextPage}>
            <ChevronRight />
          </Tool>
        </>
      ) : null}
      <Choice
        label="View"
        left="Whole"
        right="Close-up"
        shortcut="C"
        isRight={stage.isCloseUp}
        onToggle={stage.toggleCloseUp}
      />
      {beside ? (
        <Tool label="Two side by side" isPressed={beside.isOn} run={beside.toggle}>
          <Columns />
        </Tool>
      ) : null}
      <Tool label="Zoom out" keys="Shift+Z" run={stage.zoomOut}>
        <ZoomOut />
        <Kbd>⇧Z</Kbd>
      </Tool>
      <span role="status" className="min-w-11 text-center text-sm text-ink-2 tabular-nums">
        {view.zoom === 100 ? 'Fit' : `${view.zoom}%`}
      </span>
      <Tool label="Zoom in" keys="Z" run={stage.zoomIn}>
        <ZoomIn />
        <Kbd>Z</Kbd>
      </Tool>
      <Tool label="Turn" keys="T" run={stage.turn}>
        <RotateCw />
        <Kbd>T</Kbd>
      </Tool>
      <a
        id={ORIGINAL}
        className={TOOL}
        href={`${url}?download=1`}
        download
        aria-label="Open the original"
        aria-keyshortcuts="O"
        onClick={(event) => void downloadDocument(event)}
      >
        <ExternalLink />
        <Kbd>O</Kbd>
      </a>
    </StageBar>
  )
}

/** The bar above the stage. */
export function StageBar({ title, note, children }: { title: string; note?: string; children?: ReactNode }) {
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-1 border-b border-line bg-surface pr-2 pl-4">
      <h2 className="mr-auto text-card font-semibold whitespace-nowrap">{title}</h2>
      <span className="ml-2 min-w-0 flex-1 truncate text-xs text-ink-3 max-[85rem]:hidden">{note}</span>
      {children}
    </div>
  )
}

/** One of two views of the same. */
export function Choice({
  label,
  left,
  right,
  shortcut,
  isRight,
  onToggle,
}: {
  label: string
  left: string
  right: string
  shortcut: string
  isRight: boolean
  onToggle: () => void
}) {
  const part = (name: string, isOn: boolean) => (
    <button
      type="button"
      aria-pressed={isOn}
      aria-keyshortcuts={shortcut}
      className={classNames(
        'inline-flex h-8 cursor-pointer items-center gap-1.5 rounded-chip border-0 px-2.5 text-sm font-medium',
        isOn ? 'bg-surface text-ink shadow-1 outline outline-line' : 'bg-transparent text-ink-2',
      )}
      onClick={() => (isOn ? undefined : onToggle())}
    >
      {name}
      {isOn ? null : <Kbd>{shortcut}</Kbd>}
    </button>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a row of tools.
    <span role="group" aria-label={label} className="inline-flex rounded-2 bg-sunken p-0.5">
      {part(left, !isRight)}
      {part(right, isRight)}
    </span>
  )
}

type ToolProps = {
  label: string
  keys?: string
  isPressed?: boolean
  run: (() => void) | undefined
  children: ReactNode
}

function Tool({ label, keys, isPressed, run, children }: ToolProps) {
  return (
    <button
      type="button"
      className={classNames(
        TOOL,
        'relative',
        isPressed && 'bg-brand-soft text-brand-ink forced-colors:border',
      )}
      aria-keyshortcuts={keys}
      aria-pressed={isPressed}
      aria-disabled={run ? undefined : true}
      onClick={() => run?.()}
    >
      <span className="sr-only">{label}</span>
      {children}
    </button>
  )
}

import type { Shortcut } from '#web/shared/shell/use-shortcuts.ts'
import { type DeskLine, SCREENING } from './desk-lines.ts'
import { DATE_FIELD } from './line-date.tsx'
import { ORIGINAL } from './stage-toolbar.tsx'
import type { StageView } from './use-stage-view.ts'

type Desk = {
  line: DeskLine | undefined
  lines: readonly DeskLine[]
  selected: string
  /** Null if no document is on the stage. */
  stage: StageView | null
  select: (key: string) => void
  accept: () => void
  ask: (decision: 'retry' | 'final') => void
  decide: () => void
  undo: () => void
  skip: (() => void) | null
  next: (() => void) | null
  openDrawer: () => void
  /** The second person's answer; null if none is needed. */
  second: { confirm: () => void; decline: () => void } | null
  toggleOwnership: (() => void) | null
  /** Whether digits currently select something other than a line. */
  isCounting: boolean
}

/** Undoes a decision while there is time. */
export const UNDO_KEY = 'u'

/** The desk's shortcuts (cases, The desk); each has a button that shows it. */
export function deskKeys(desk: Desk): Shortcut[] {
  const { lines, selected, stage, skip, next } = desk
  const places = [...lines.map(({ key }) => key as string), SCREENING]
  const at = places.indexOf(selected)
  const goTo = (place: number) => () => {
    const key = places[place]
    if (key) desk.select(key)
  }
  const up = { label: 'Line before', run: goTo(at - 1) }
  const down = { label: 'Line after', run: goTo(at + 1) }
  const press = (id: string) => () => document.getElementById(id)?.click()
  return [
    // The line of the screening has keys of its own, while one of its matches is decided.
    ...(desk.line
      ? [
          { key: 'a', label: 'Accept, and go to the next open line', run: desk.accept },
          { key: 'r', label: 'Ask again', run: () => desk.ask('retry') },
          { key: 'x', label: 'Reject', run: () => desk.ask('final') },
        ]
      : []),
    { key: 'ArrowUp', ...up },
    { key: 'ArrowDown', ...down },
    { key: 'k', ...up },
    { key: 'j', ...down },
    ...(desk.second
      ? [
          { key: 'Enter', label: 'Confirm the approval', run: desk.second.confirm },
          { key: 'b', label: 'Decline the approval', run: desk.second.decline },
        ]
      : [{ key: 'Enter', label: 'Approve, or send back', run: desk.decide }]),
    { key: UNDO_KEY, label: 'Undo the decision, within 10 seconds', run: desk.undo },
    ...(skip ? [{ key: 's', label: 'Skip this case and take the next', run: skip }] : []),
    ...(next ? [{ key: 'n', label: 'Claim the next case and open it', run: next }] : []),
    ...(stage
      ? [
          { key: 'z', label: 'Zoom in', run: () => stage.zoomIn?.() },
          { key: 'Z', label: 'Zoom out', run: () => stage.zoomOut?.() },
          { key: 't', label: 'Turn', run: stage.turn },
          { key: 'c', label: 'Whole page or close-up', run: stage.toggleCloseUp },
          { key: 'o', label: 'Open the original', run: press(ORIGINAL) },
          { key: 'd', label: 'Type the date', run: () => document.getElementById(DATE_FIELD)?.focus() },
        ]
      : []),
    ...(desk.toggleOwnership
      ? [{ key: 'v', label: 'Ownership as picture or list', run: desk.toggleOwnership }]
      : []),
    { key: 'h', label: 'Notes and history', run: desk.openDrawer },
    ...(desk.isCounting ? [] : places.slice(0, 10)).map((_, index) => ({
      key: String((index + 1) % 10),
      label: `Go to line ${index + 1}`,
      together: 'Go to the line of that number',
      run: goTo(index),
    })),
  ]
}

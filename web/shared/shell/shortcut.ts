/** One key and what it does. */
export interface Shortcut {
  key: string
  label: string
  run: () => void
}

/** What a key press says about where it was made. */
export interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  repeat: boolean
  target: EventTarget | null
}

/**
 * The shortcut of a key press; undefined where someone types, holds a modifier or the key, or answers a dialog, so that
 * nothing of a page is set off by the way.
 */
export function shortcutFor(press: KeyPress, shortcuts: readonly Shortcut[]): Shortcut | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey || press.repeat) return undefined
  if (isTyping(press.target) || document.querySelector('[role=dialog], [role=alertdialog]')) return undefined
  return shortcuts.find(({ key }) => key === press.key)
}

const TYPED_INTO = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]'

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TYPED_INTO) !== null
}

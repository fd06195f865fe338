import type { QueueRow } from '#contract/review/review-queue.ts'
import type { Shortcut } from '#web/shared/shell/use-shortcuts.ts'
import type { Ownership } from './use-ownership.ts'

/** On each row's link, so that the shortcuts find the rows in order. */
export const ROW_LINK = 'data-case'

type Acts = Pick<Ownership, 'claim' | 'release'> & {
  rows: readonly QueueRow[]
  claimNext: () => void
  toggle: (id: number) => void
  mayWork: boolean
  /** Whether cases may be selected, to be assigned. */
  mayAssign: boolean
}

/**
 * The queue's shortcuts, according to permissions. J and K move the focus itself, so that Enter opens the case
 * and screen readers follow.
 */
export function queueShortcuts({
  rows,
  claimNext,
  toggle,
  claim,
  release,
  mayWork,
  mayAssign,
}: Acts): Shortcut[] {
  const onFocused = (act: (row: QueueRow) => void) => () => {
    const row = rows.find(({ id }) => id === focusedCase())
    if (row) act(row)
  }
  return [
    ...(mayWork ? [{ key: 'n', label: 'Claim the next case and open it', run: claimNext }] : []),
    { key: 'j', label: 'Next case of the list', run: () => move(1) },
    { key: 'k', label: 'Case before it', run: () => move(-1) },
    ...(mayWork
      ? [
          { key: 'c', label: 'Claim the case in focus', run: onFocused(claim) },
          { key: 'r', label: 'Give back the case in focus', run: onFocused(release) },
        ]
      : []),
    ...(mayAssign
      ? [{ key: 'x', label: 'Select the case in focus', run: onFocused(({ id }) => toggle(id)) }]
      : []),
  ]
}

function rowLinks(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[${ROW_LINK}]`)]
}

function focusedLink(): HTMLElement | null {
  return document.activeElement?.closest('tr')?.querySelector<HTMLElement>(`[${ROW_LINK}]`) ?? null
}

function focusedCase(): number {
  return Number(focusedLink()?.getAttribute(ROW_LINK))
}

function move(by: 1 | -1): void {
  const links = rowLinks()
  const focused = focusedLink()
  const place = focused ? links.indexOf(focused) : -1
  const next = place === -1 ? (by === 1 ? 0 : links.length - 1) : place + by
  links[Math.min(Math.max(next, 0), links.length - 1)]?.focus()
}

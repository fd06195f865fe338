import type { MessageKind } from './message-look.ts'

/** A message's action: a button, its key, and for how many seconds it is available. */
export type ToastAction = { label: string; shortcut: string; seconds: number; run: () => void }
export type ToastMessage = {
  title: string
  description?: string
  kind?: MessageKind
  action?: ToastAction
  /** Whether it ends a task, so that the messages of its steps say nothing more. */
  replacesAll?: boolean
}
export type ToastEntry = Required<Pick<ToastMessage, 'title' | 'kind'>> &
  Pick<ToastMessage, 'description' | 'action'> & { id: number }

/** How many are shown at once; a further one replaces the oldest (design §7.5). */
export const MAX_TOASTS = 3

let entries: readonly ToastEntry[] = []
let lastId = 0
const listeners = new Set<() => void>()

/**
 * Shows a message for 5 s, or as long as its action is available. Callable from anywhere; returns the id for
 * dismissToast. Kind defaults to info. A repeated message replaces the first: ten calls that fail for one
 * reason say so once.
 */
export function toast({ kind = 'info', replacesAll = false, ...message }: ToastMessage): number {
  lastId += 1
  const others = entries.filter(
    ({ title, description }) =>
      !replacesAll && (title !== message.title || description !== message.description),
  )
  publish([...others, { ...message, kind, id: lastId }].slice(-MAX_TOASTS))
  return lastId
}

/** Removes a message early; an unknown id does nothing. */
export function dismissToast(id: number): void {
  if (entries.some((entry) => entry.id === id)) publish(entries.filter((entry) => entry.id !== id))
}

/** Runs the newest message's action with this key, if there is one, and removes the message. */
export function runToastAction(shortcut: string): void {
  const entry = entries.findLast(({ action }) => action?.shortcut === shortcut)
  if (!entry) return
  dismissToast(entry.id)
  entry.action?.run()
}

/** Whether a visible message has an action with this key. */
export function hasToastAction(shortcut: string): boolean {
  return entries.some(({ action }) => action?.shortcut === shortcut)
}

/** Returns the visible messages, oldest first. */
export function currentToasts(): readonly ToastEntry[] {
  return entries
}

/** Calls the listener after every change; returns a function that stops it. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether an event happened on a message. Messages lie outside every dialog, and clicking one closes none. */
export function isOfToasts({ target }: Event): boolean {
  return target instanceof Element && target.closest('[data-toasts]') !== null
}

function publish(next: readonly ToastEntry[]): void {
  entries = next
  for (const listener of listeners) listener()
}

import type { MessageKind } from './message-look.ts'

/** What can be done about a message while it shows: a button, its key, and how long there is time for it, in seconds. */
export type ToastAction = { label: string; shortcut: string; seconds: number; run: () => void }
export type ToastMessage = { title: string; description?: string; kind?: MessageKind; action?: ToastAction }
export type ToastEntry = Required<Pick<ToastMessage, 'title' | 'kind'>> &
  Pick<ToastMessage, 'description' | 'action'> & { id: number }

/** How many show at once; a further one takes the place of the oldest (design §7). */
export const MAX_TOASTS = 3

let entries: readonly ToastEntry[] = []
let lastId = 0
const listeners = new Set<() => void>()

/**
 * Shows a message for 5 s, or for as long as there is time for its action. Callable from anywhere; returns the id for
 * dismissToast. Kind defaults to info. The same message again takes the place of the first: ten calls that fail for one
 * reason say it once.
 */
export function toast({ kind = 'info', ...message }: ToastMessage): number {
  lastId += 1
  const others = entries.filter(
    ({ title, description }) => title !== message.title || description !== message.description,
  )
  publish([...others, { ...message, kind, id: lastId }].slice(-MAX_TOASTS))
  return lastId
}

/** Takes a message away before its time; an unknown id does nothing. */
export function dismissToast(id: number): void {
  if (entries.some((entry) => entry.id === id)) publish(entries.filter((entry) => entry.id !== id))
}

/** Does what the newest message with an action offers by this key, if any, and takes the message away. */
export function runToastAction(shortcut: string): void {
  const entry = entries.findLast(({ action }) => action?.shortcut === shortcut)
  if (!entry) return
  dismissToast(entry.id)
  entry.action?.run()
}

/** Whether a message that shows offers something by this key. */
export function hasToastAction(shortcut: string): boolean {
  return entries.some(({ action }) => action?.shortcut === shortcut)
}

/** Returns the messages showing now, oldest first. */
export function currentToasts(): readonly ToastEntry[] {
  return entries
}

/** Calls the listener after every change; returns a function that stops it. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether something happened at a message, which lies outside of every dialog and closes none. */
export function isOfToasts({ target }: Event): boolean {
  return target instanceof Element && target.closest('[data-toasts]') !== null
}

function publish(next: readonly ToastEntry[]): void {
  entries = next
  for (const listener of listeners) listener()
}

import { currentToasts, dismissToast, subscribeToToasts, type ToastEntry, toast } from './toast.ts'

/**
 * Keeps messages back while something fills the window that they would cover, such as the camera. They show, each for
 * its whole time, once the returned function is called. Apart from the messages themselves, which come with the first
 * script.
 */
export function holdToasts(): () => void {
  const held = new Map<number, ToastEntry>()
  const hold = () => {
    for (const entry of currentToasts()) {
      held.set(entry.id, entry)
      dismissToast(entry.id)
    }
  }
  const stop = subscribeToToasts(hold)
  hold()
  return () => {
    stop()
    for (const entry of held.values()) toast(entry)
  }
}

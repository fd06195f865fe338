import { currentToasts, dismissToast, subscribeToToasts, type ToastEntry, toast } from './toast.ts'

/**
 * Holds messages back while something fills the window, such as the camera, which they would cover. Once the returned
 * function is called they show, each for its full time. Not in `toast.ts`, so that the first script stays small.
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

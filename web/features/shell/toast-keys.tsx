import { useSyncExternalStore } from 'react'
import { useShortcuts } from '#web/shared/shell/use-shortcuts.ts'
import { currentToasts, runToastAction, subscribeToToasts } from '#web/ui/toast.ts'

/** The keys of what the messages offer, on every page of the administration and while the next one loads. */
export function ToastKeys() {
  const entries = useSyncExternalStore(subscribeToToasts, currentToasts)
  useShortcuts(
    entries.flatMap(({ title, action }) =>
      action
        ? {
            key: action.shortcut,
            label: `${action.label}: ${title}`,
            run: () => runToastAction(action.shortcut),
          }
        : [],
    ),
  )
  return null
}

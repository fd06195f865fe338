import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { Kbd } from './kbd.tsx'
import { MESSAGE_LOOK } from './message-look.ts'
import { currentToasts, dismissToast, subscribeToToasts, type ToastEntry } from './toast.ts'

const DURATION_MS = 5000

/**
 * Draws what `toast()` was given. It comes with the first script: a message about a lost connection must not need the
 * connection itself. Escape dismisses the one that has the focus.
 */
export function Toaster() {
  const entries = useSyncExternalStore(subscribeToToasts, currentToasts, noToasts)
  return (
    // Named to those who listen, and never hidden from them by a dialog, as any live region.
    <section aria-label="Notifications (F8)" aria-live="polite" aria-relevant="additions">
      <ol className="toasts">
        {entries.map((entry) => (
          <Toast key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  )
}

const NONE: readonly ToastEntry[] = []
const noToasts = () => NONE

function Toast({ entry: { id, kind, title, description, action } }: { entry: ToastEntry }) {
  const { family, icon: Icon } = MESSAGE_LOOK[kind]
  const [isHeld, setHeld] = useState(false)
  const before = useRef<Element | null>(null)
  const dismiss = () => {
    if (before.current instanceof HTMLElement) before.current.focus()
    dismissToast(id)
  }
  // It stays for as long as it is pointed at or has the focus, unless there is no more time for what it offers.
  const stays = isHeld && !action
  const duration = action ? action.seconds * 1000 : DURATION_MS
  useEffect(() => {
    if (stays) return
    const timer = setTimeout(() => dismissToast(id), duration)
    return () => clearTimeout(timer)
  }, [id, stays, duration])
  return (
    <li
      className={classNames('toast', family)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ relatedTarget }) => {
        before.current = relatedTarget
        setHeld(true)
      }}
      onBlur={() => setHeld(false)}
      onKeyDown={({ key }) => (key === 'Escape' ? dismiss() : undefined)}
    >
      <Icon className="i" />
      <div className="toast-t" role={kind === 'error' ? 'alert' : undefined}>
        {title}
      </div>
      <button className="toast-x" type="button" aria-label="Dismiss" onClick={dismiss}>
        <X className="i i-16" />
      </button>
      {description ? <div className="toast-d">{description}</div> : null}
      {action ? (
        <div className="col-start-2 mt-2">
          <Button
            size="sm"
            aria-keyshortcuts={action.shortcut.toUpperCase()}
            onClick={() => {
              dismiss()
              action.run()
            }}
          >
            {action.label} <Kbd>{action.shortcut.toUpperCase()}</Kbd>
          </Button>
        </div>
      ) : null}
    </li>
  )
}

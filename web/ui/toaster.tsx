import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { Kbd } from './kbd.tsx'
import { MESSAGE_LOOK } from './message-look.ts'
import { currentToasts, dismissToast, subscribeToToasts, type ToastEntry } from './toast.ts'

const DURATION_MS = 5000

const TOAST_CLASS =
  'grid w-full animate-[rise_var(--t-2)_var(--ease)] grid-cols-[20px_1fr_32px] gap-x-3 gap-y-0.5 rounded-3 border border-line bg-raised py-3.5 pr-2 pl-4 text-card shadow-3'

/**
 * Renders the messages of `toast()`. It comes with the first script, because a message about a lost connection
 * must not need the connection. Escape dismisses the focused one.
 */
export function Toaster() {
  const entries = useSyncExternalStore(subscribeToToasts, currentToasts, noToasts)
  return (
    // Labelled for screen readers, and, like any live region, never hidden from them by a dialog.
    <section aria-label="Notifications (F8)" aria-live="polite" aria-relevant="additions">
      <ol
        // Below the bar, and lower where something must stay visible (`toast-place.ts`). On a case's desk they
        // cover the row of thumbnails, away from the line and its buttons.
        className="pointer-events-auto fixed top-(--toasts-top,80px) right-4 z-70 grid w-95 max-w-[calc(100vw-32px)] gap-3 max-md:left-4 max-md:w-auto min-[1181px]:in-data-desk:top-auto min-[1181px]:in-data-desk:right-112 min-[1181px]:in-data-desk:bottom-19"
        data-toasts
      >
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
  const { familyClass, icon: Icon } = MESSAGE_LOOK[kind]
  const [isHeld, setHeld] = useState(false)
  const before = useRef<Element | null>(null)
  const dismiss = () => {
    if (before.current instanceof HTMLElement) before.current.focus()
    dismissToast(id)
  }
  // It stays while it is hovered or focused, unless its action isn't available any more.
  const stays = isHeld && !action
  const duration = action ? action.seconds * 1000 : DURATION_MS
  useEffect(() => {
    if (stays) return
    const timer = setTimeout(() => dismissToast(id), duration)
    return () => clearTimeout(timer)
  }, [id, stays, duration])
  return (
    <li
      className={classNames(TOAST_CLASS, familyClass)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ relatedTarget }) => {
        before.current = relatedTarget
        setHeld(true)
      }}
      onBlur={() => setHeld(false)}
      onKeyDown={({ key }) => (key === 'Escape' ? dismiss() : undefined)}
    >
      <Icon className="row-span-2 mt-px size-5 text-(--c-solid)" />
      <div className="font-[620] wrap-anywhere" role={kind === 'error' ? 'alert' : undefined}>
        {title}
      </div>
      <button
        className="col-start-3 row-start-1 -my-[5px] grid size-8 place-items-center rounded-[6px] text-ink-3"
        type="button"
        aria-label="Dismiss"
        onClick={dismiss}
      >
        <X className="size-4" />
      </button>
      {description ? (
        <div className="col-start-2 text-[.90625rem] text-ink-2 wrap-anywhere">{description}</div>
      ) : null}
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

import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import X from 'lucide-react/icons/x'
import * as RadixToast from 'radix-ui/toast'
import { useSyncExternalStore } from 'react'
import type { IconType } from './badge.tsx'
import { classNames } from './class-names.ts'
import { currentToasts, dismissToast, subscribeToToasts, type ToastEntry, type ToastKind } from './toast.ts'

const DURATION_MS = 5000

const LOOK: Record<ToastKind, { family: string; icon: IconType }> = {
  success: { family: 'g', icon: CircleCheck },
  error: { family: 'r', icon: CircleAlert },
  warning: { family: 'y', icon: TriangleAlert },
  info: { family: 'bl', icon: Info },
}

/** Draws what `toast()` was given. Load it lazily, once: messages wait in the store until it is there. */
export function Toaster() {
  const entries = useSyncExternalStore(subscribeToToasts, currentToasts)
  return (
    <RadixToast.Provider duration={DURATION_MS} swipeDirection="right">
      {entries.map((entry) => (
        <Toast key={entry.id} entry={entry} />
      ))}
      <RadixToast.Viewport className="toasts" />
    </RadixToast.Provider>
  )
}

function Toast({ entry }: { entry: ToastEntry }) {
  const { family, icon: Icon } = LOOK[entry.kind]
  return (
    <RadixToast.Root
      className={classNames('toast', family)}
      // Radix speaks foreground toasts assertively and background ones politely.
      type={entry.kind === 'error' ? 'foreground' : 'background'}
      onOpenChange={(open) => (open ? undefined : dismissToast(entry.id))}
    >
      <Icon className="i" />
      <RadixToast.Title className="toast-t">{entry.title}</RadixToast.Title>
      <RadixToast.Close className="toast-x" aria-label="Dismiss">
        <X className="i i-16" />
      </RadixToast.Close>
      {entry.description ? (
        <RadixToast.Description className="toast-d">{entry.description}</RadixToast.Description>
      ) : null}
    </RadixToast.Root>
  )
}

import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import { DIALOG_SURFACE_CLASS } from './dialog-surface.ts'

/** How high the panel is, as style: what is fixed at the bottom of a page stands above it. */
const HEIGHT = '--bottom-panel'

/**
 * A question in a low bar at the bottom of the page. It takes nothing from the page: no focus, no keys, no room, since the page
 * becomes longer by as much as it covers.
 */
export function BottomPanel({
  title,
  children,
  footer,
  className,
}: {
  title: ReactNode
  children: ReactNode
  /** Its buttons, in two columns of one width. */
  footer: ReactNode
  className?: string
}) {
  const titleId = useId()
  const panel = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const shown = panel.current
    if (!shown || typeof ResizeObserver === 'undefined') return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty(HEIGHT, `${shown.offsetHeight}px`))
    observer.observe(shown)
    return () => {
      observer.disconnect()
      style.removeProperty(HEIGHT)
    }
  }, [])
  return (
    <section
      ref={panel}
      role="dialog"
      aria-modal="false"
      aria-labelledby={titleId}
      className={classNames(
        DIALOG_SURFACE_CLASS,
        'fixed inset-x-0 bottom-0 z-40 grid gap-x-8 gap-y-3 rounded-t-4 px-8 py-4 text-sm max-[860px]:px-4 min-[861px]:grid-cols-[minmax(0,1fr)_auto]',
        className,
      )}
    >
      <div>
        <h2 id={titleId} className="text-[18px]/6 font-semibold">
          {title}
        </h2>
        {children}
      </div>
      <div className="grid auto-cols-fr grid-cols-2 content-end gap-2 min-[861px]:w-80">{footer}</div>
    </section>
  )
}

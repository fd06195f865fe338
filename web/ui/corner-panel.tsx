import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { classNames } from './class-names.ts'

/** How high the panel is, as style: what is fixed at the bottom of a page stands above it. */
const HEIGHT = '--corner-panel'

/**
 * A question beside the page, in a corner, on phones at the bottom. It takes nothing from the page: no focus, no keys, no room,
 * since the page becomes longer by as much as it covers.
 */
export function CornerPanel({
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
        'dlg fixed bottom-4 left-4 z-40 max-w-[min(440px,calc(100vw-32px))] max-[560px]:inset-x-0 max-[560px]:bottom-0 max-[560px]:max-w-none',
        className,
      )}
    >
      <div className="dlg-h">
        <h2 id={titleId} className="h2">
          {title}
        </h2>
      </div>
      <div className="dlg-b">{children}</div>
      <div className="dlg-f grid grid-cols-2">{footer}</div>
    </section>
  )
}

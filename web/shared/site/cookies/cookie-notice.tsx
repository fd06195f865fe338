import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { useCompany } from '#web/lib/company.ts'
import { EVERYTHING, NECESSARY_ONLY, savePreferences } from '#web/lib/cookie-consent.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { DIALOG_SURFACE_CLASS } from '#web/ui/dialog-surface.ts'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { CookieSwitches, PrivacyLink } from './cookie-choice.tsx'

type Tab = 'notice' | 'preferences'

const TABS = [
  { value: 'notice', label: 'Cookie Notice' },
  { value: 'preferences', label: 'Preferences' },
] as const

/**
 * The first layer: it stays until a choice is saved, and refusing is as easy as accepting (law §4). `isAway`
 * hides it on small screens while someone types, because it would cover the field.
 */
export function CookieNotice({ isAway }: { isAway: boolean }) {
  const company = useCompany()
  const [tab, setTab] = useState<Tab>('notice')
  const [wish, setWish] = useState(NECESSARY_ONLY)
  const footer =
    tab === 'notice' ? (
      <>
        <Button onClick={() => savePreferences(NECESSARY_ONLY)}>Necessary Only</Button>
        <Button onClick={() => savePreferences(EVERYTHING)}>Accept All</Button>
        <Button variant="tertiary" className="col-span-2" onClick={() => setTab('preferences')}>
          Customise
        </Button>
      </>
    ) : (
      <>
        <Button onClick={() => setTab('notice')}>Back</Button>
        <Button variant="primary" onClick={() => savePreferences(wish)}>
          Save Preferences
        </Button>
      </>
    )
  return (
    <BottomPanel
      title={`Cookies on ${company.name}`}
      className={isAway ? 'max-[860px]:hidden' : undefined}
      footer={footer}
    >
      <Tabs label="Cookies" fit items={TABS} value={tab} onValueChange={setTab}>
        <TabPanel value="notice" className="pt-2">
          <p className="text-ink-2">
            We use necessary cookies to keep you signed in and to keep the site secure. With your consent we
            also use cookies to understand how the site is used, including session recording.
          </p>
          <p className="mt-1 text-ink-2">
            Read our <PrivacyLink />. You can change your choice at any time with Cookie settings in the
            footer.
          </p>
        </TabPanel>
        <TabPanel value="preferences" className="pt-0">
          <div className="grid gap-x-8 min-[861px]:grid-cols-2">
            <CookieSwitches value={wish} onChange={setWish} />
          </div>
        </TabPanel>
      </Tabs>
    </BottomPanel>
  )
}

/** The CSS variable with the panel's height: elements fixed to the bottom of the page are placed above it. */
const HEIGHT = '--bottom-panel'

/**
 * A question in a low bar at the bottom of the page. It takes no focus and no keys, and no space, because the
 * page grows by as much as it covers.
 */
function BottomPanel({
  title,
  children,
  footer,
  className,
}: {
  title: ReactNode
  children: ReactNode
  /** Its buttons, in two columns of equal width. */
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
        'fixed inset-x-0 bottom-0 z-40 grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-3 rounded-t-4 px-8 py-4 text-sm max-[860px]:px-4 min-[861px]:grid-cols-[minmax(0,1fr)_auto]',
        className,
      )}
    >
      <div>
        <h2 id={titleId} className="text-[1.125rem]/6 font-semibold">
          {title}
        </h2>
        {children}
      </div>
      <div className="grid auto-cols-fr grid-cols-2 content-end gap-2 min-[861px]:w-80">{footer}</div>
    </section>
  )
}

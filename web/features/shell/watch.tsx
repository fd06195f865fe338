import { onlineManager, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { AuthUser } from '#contract/sign-in/auth.ts'
import { ApiError, isSignedOut, NO_ANSWER } from '#web/lib/api-error.ts'
import { invalidate, queryClient } from '#web/lib/query-client.ts'
import { sessionQuery } from '#web/lib/session.ts'
import { clearAfterSignOut } from '#web/lib/sign-out.ts'
import { tellOfCancelledSignIn } from '#web/lib/told-by-cookie.ts'
import { trustedUrl } from '#web/lib/trusted-url.ts'
import { hasWaiting, personOwner } from '#web/lib/waiting-database.ts'
import { deleteFormerDrafts } from '#web/shared/onboarding/stored-drafts.ts'
import { Banner } from '#web/ui/banner.tsx'
import { BottomNotice } from '#web/ui/bottom-notice.tsx'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import { useToastPlace } from '#web/ui/toast-place.ts'

// Only for signed-in people, so never needed on the sign-in page.
const SessionWatch = lazyOverlay(() => import('./session-watch.tsx'), 'SessionWatch')

const FOCUSABLE =
  'a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex]:not([tabindex="-1"])'

const REGIONS = 'main, header, footer, [role="dialog"]'

/**
 * How long the replacement of a removed control may take to render, e.g. an answer's banner or the next row, in
 * milliseconds.
 */
const SETTLE_MS = 100

const isUsable = (element: HTMLElement) =>
  !element.matches(':disabled') && !element.closest('[hidden], [inert], .sr-only')

const pageHeading = () => document.querySelector<HTMLElement>('main h1')

/** A request that starts within this many milliseconds of a press belongs to it; a later one has another cause. */
const PRESS_MS = 1000

const ALIVE = '/api/health/live'
const ASK_AGAIN_MS = 5000

let isOffline = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Whether the server is known to be unreachable. */
const isConnectionLost = (): boolean => isOffline

const isLostWhenDrawn = () => false

/** Watches the connection, resumes what it interrupted, restores lost focus, and watches the session. */
export function Watch() {
  const { data: session } = useQuery(sessionQuery)
  const [known, setKnown] = useState<AuthUser | null>(null)
  if (session?.user && session.user !== known) setKnown(session.user)
  const personId = (session?.user ?? session?.applicant)?.id
  useEffect(() => {
    if (personId === undefined) return
    const lookAfter = () => void lookAfterFiles(personId).catch(() => {})
    lookAfter()
    // Watchers that couldn't be loaded are loaded once the connection is restored.
    window.addEventListener('online', lookAfter)
    return () => window.removeEventListener('online', lookAfter)
  }, [personId])
  const isAdministration = useLocation().pathname.startsWith('/admin')
  useEffect(clearAfterSignOut, [])
  useEffect(tellOfCancelledSignIn, [])
  useEffect(deleteFormerDrafts, [])
  useEffect(restoreFocus, [])
  useEffect(carryOn, [])
  useEffect(leadToMessages, [])
  useToastPlace()
  useEffect(storeOfflinePage, [])
  useEffect(() => (isAdministration ? noticeEnd() : undefined), [isAdministration])
  return (
    <>
      <OfflineBanner />
      {known && session ? <SessionWatch known={known} session={session} /> : null}
    </>
  )
}

/**
 * Files waiting in the browser belong to the person who chose them; their upload resumes on any page. Most
 * browsers never held any; then no code is fetched.
 */
async function lookAfterFiles(personId: number): Promise<void> {
  if (!(await hasWaiting())) return
  const [{ forgetOthers }, { resumeUploads }] = await Promise.all([
    import('#web/shared/documents/waiting-files.ts'),
    import('#web/shared/documents/send-upload.ts'),
  ])
  await forgetOthers(personOwner(personId))
  await resumeUploads(personId)
}

/** Refetches the session when something was refused because it has ended, until the returned function is called. */
function noticeEnd(): () => void {
  return queryClient.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error' && isSignedOut(event.action.error))
      void invalidate('GET /api/auth/user')
  })
}

/** Makes F8 focus the toasts, until the returned function is called. */
function leadToMessages(): () => void {
  const lead = ({ key }: KeyboardEvent) => {
    if (key === 'F8') document.querySelector<HTMLElement>('[data-toasts] button')?.focus()
  }
  document.addEventListener('keydown', lead)
  return () => document.removeEventListener('keydown', lead)
}

/** Has the browser store the page shown when offline (decision 096), once it is idle. */
function storeOfflinePage(): void {
  const { serviceWorker } = navigator
  // Only a build has the service worker; its parts are served from there.
  if (!serviceWorker || !import.meta.url.includes('/assets/')) return
  const whenIdle = window.requestIdleCallback ?? setTimeout
  // If the browser refuses it, there is no offline page; nothing else depends on it.
  whenIdle(() => void serviceWorker.register(trustedUrl('/service-worker.js')).catch(() => {}))
}

/** Shows a banner while there is no connection. */
export function OfflineBanner() {
  const isOffline = useSyncExternalStore(subscribeToConnection, isConnectionLost, isLostWhenDrawn)
  useEffect(watchConnection, [])
  return (
    <BottomNotice isUnderCamera>
      {isOffline ? (
        <Banner kind="warning" title="You’re offline">
          Keep this page open. What you typed is kept, and we’ll carry on when you’re back.
        </Banner>
      ) : null}
    </BottomNotice>
  )
}

/**
 * Watches the connection until the returned function is called: the browser's own events, and calls without an
 * answer, after which the server is polled. Queries wait meanwhile; when it responds, the window fires
 * `online`, as it does for a reconnected cable, and everything waiting resumes.
 */
function watchConnection(): () => void {
  const handleOffline = () => setOffline(true)
  const handleOnline = () => setOffline(false)
  window.addEventListener('offline', handleOffline)
  window.addEventListener('online', handleOnline)
  window.addEventListener(NO_ANSWER, ask)
  if (!navigator.onLine) setOffline(true)
  return () => {
    window.removeEventListener('offline', handleOffline)
    window.removeEventListener('online', handleOnline)
    window.removeEventListener(NO_ANSWER, ask)
    clearTimeout(timer)
    timer = undefined
  }
}

/** Calls the listener after every change; returns a function that stops it. */
function subscribeToConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setOffline(next: boolean): void {
  clearTimeout(timer)
  timer = next ? setTimeout(ask, ASK_AGAIN_MS) : undefined
  if (next === isOffline) return
  isOffline = next
  onlineManager.setOnline(!next)
  for (const listener of listeners) listener()
}

/** Polls the server; any answer shows that it is reachable. */
function ask(): void {
  fetch(ALIVE, { method: 'HEAD', cache: 'no-store' }).then(
    () => {
      if (isOffline) window.dispatchEvent(new Event('online'))
    },
    () => setOffline(true),
  )
}

/**
 * Once the connection is restored, repeats the submit or button press that it interrupted, with the form as it
 * is now. If the person has typed in it since, or left it, sending is up to them. Works until the returned
 * function is called.
 */
export function carryOn(): () => void {
  const starts = new WeakMap<object, HTMLElement>()
  let pressed: { control: HTMLElement; at: number } | null = null
  let broken: HTMLElement | null = null

  const storePress = (event: Event) => {
    const control = pressedControl(event)
    if (control) pressed = { control, at: performance.now() }
  }
  const storeTyping = ({ target }: Event) => {
    if (target instanceof Node && broken && placeOf(broken).contains(target)) broken = null
  }
  const sendAgain = () => {
    const control = broken
    broken = null
    if (!control?.isConnected) return
    if (control instanceof HTMLFormElement) control.requestSubmit()
    else control.click()
  }
  const stopWatching = queryClient.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { mutation, action } = event
    if (action.type === 'pending') {
      const isPressed = pressed && performance.now() - pressed.at < PRESS_MS && !mutation.meta?.isQuiet
      if (!pressed || !isPressed) return
      starts.set(mutation, pressed.control)
      if (broken === pressed.control) broken = null
      pressed = null
    }
    if (action.type === 'error' && action.error instanceof ApiError && action.error.status === 0)
      broken = starts.get(mutation) ?? broken
  })
  const presses = ['click', 'submit', 'keydown'] as const
  for (const type of presses) document.addEventListener(type, storePress, true)
  document.addEventListener('input', storeTyping, true)
  window.addEventListener('online', sendAgain)
  return () => {
    stopWatching()
    for (const type of presses) document.removeEventListener(type, storePress, true)
    document.removeEventListener('input', storeTyping, true)
    window.removeEventListener('online', sendAgain)
  }
}

/** The form that this event submits, or the button that acts on its own. */
function pressedControl(event: Event): HTMLElement | null {
  const { target } = event
  if (!(target instanceof HTMLElement)) return null
  if (target instanceof HTMLFormElement) return target
  if (event instanceof KeyboardEvent) return event.key === 'Enter' ? target.closest('form') : null
  const button = target.closest('button')
  return button?.type === 'submit' ? (button.form ?? button) : button
}

/** The element whose fields a control sends: its form, or the dialog or region around a button. */
function placeOf(control: HTMLElement): Element {
  return control.closest('form, [role="dialog"], [role="alertdialog"], section, main') ?? control
}

/**
 * Keeps the focus nearby when the focused control is removed, e.g. with a deleted row, a cleared filter or a
 * closed banner. Otherwise it would fall to the body, and reading and tabbing would restart at the top. A
 * button never passes it to a button with another action, which a second Enter would trigger. An element that
 * takes the focus itself takes precedence. Works until the returned function is called.
 */
export function restoreFocus(): () => void {
  /** The focused control, followed by its ancestors, innermost first. */
  let chain: Element[] = []
  /** The controls after it in document order. */
  let following: HTMLElement[] = []
  /** The control's action, if it is a button. */
  let deed: string | null = null
  /** The page's title at that time. */
  let title: string | null | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const remember = () => {
    const { activeElement } = document
    if (!activeElement || activeElement === document.body) return
    title = pageHeading()?.textContent
    deed = deedOf(activeElement)
    chain = []
    let element: Element | null = activeElement
    while (element && element !== document.body) {
      chain.push(element)
      element = element.parentElement
    }
  }
  const rememberFollowing = () => {
    const [control] = chain
    if (!control?.isConnected) return
    const region = chain.find((element) => element.matches(REGIONS)) ?? document.body
    following = controlsIn(region).filter(
      (element) => control.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING,
    )
  }
  const restore = () => {
    if (document.activeElement && document.activeElement !== document.body) return
    const [control] = chain
    if (!control || (control.isConnected && !control.matches(':disabled'))) return
    const home = chain.find((element) => element.isConnected && element !== control)
    // A new page or step starts at its heading, as does a page whose heading was rendered again with its data.
    if (control.matches('h1') || !home?.closest(REGIONS) || pageHeading()?.textContent !== title)
      return focusPage()
    const isHarmless = (element: HTMLElement) => deed === null || [null, deed].includes(deedOf(element))
    const target = following.find(
      (element) => element.isConnected && home.contains(element) && isUsable(element) && isHarmless(element),
    )
    const last = controlsIn(home).filter(isHarmless).at(-1)
    if (target ?? last) return (target ?? last)?.focus({ preventScroll: true })
    const titled = home
      .closest('section, article, [role="dialog"], main')
      ?.querySelector<HTMLElement>('h1, h2, h3')
    return titled ? focusQuietly(titled) : focusPage()
  }
  const handleFocus = () => {
    remember()
    rememberFollowing()
  }
  const observer = new MutationObserver(() => {
    if (document.activeElement && document.activeElement !== document.body) return
    clearTimeout(timer)
    timer = setTimeout(restore, SETTLE_MS)
  })
  document.addEventListener('focusin', handleFocus)
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  })
  return () => {
    document.removeEventListener('focusin', handleFocus)
    observer.disconnect()
    clearTimeout(timer)
  }
}

function controlsIn(region: Element): HTMLElement[] {
  return [...region.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isUsable)
}

/** The verb on a button, as in "Remove Ann"; null for an element without an action. */
function deedOf(element: Element): string | null {
  if (!element.matches('button')) return null
  return (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().split(/\s/)[0] ?? ''
}

/** Focuses the page's heading. A page that is still loading has none yet; its next render calls this again. */
function focusPage(): void {
  const heading = pageHeading()
  if (heading) focusQuietly(heading)
}

/** Focuses an element that readers can reach but Tab can't, such as a heading. */
function focusQuietly(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

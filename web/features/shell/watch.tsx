import { onlineManager, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { AuthUser } from '#contract/sign-in/auth.ts'
import { ApiError, isSignedOut, NO_ANSWER } from '#web/lib/api-error.ts'
import { invalidate, queryClient } from '#web/lib/query-client.ts'
import { sessionQuery } from '#web/lib/session.ts'
import { clearAfterSignOut } from '#web/lib/sign-out.ts'
import { WAITING_FILES } from '#web/lib/storage-keys.ts'
import { trustedUrl } from '#web/lib/trusted-url.ts'
import { Banner } from '#web/ui/banner.tsx'
import { BottomNotice } from '#web/ui/bottom-notice.tsx'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import { useToastPlace } from '#web/ui/toast-place.ts'

// Of someone who is signed in, which at the sign-in page no one is.
const SessionWatch = lazyOverlay(() => import('./session-watch.tsx'), 'SessionWatch')

const FOCUSABLE =
  'a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex]:not([tabindex="-1"])'

const REGIONS = 'main, header, footer, [role="dialog"]'

/** How long what takes the place of a control may take to draw, as an answer's banner or the next row does. */
const SETTLE_MS = 100

const isUsable = (element: HTMLElement) =>
  !element.matches(':disabled') && !element.closest('[hidden], [inert], .sr-only')

const pageHeading = () => document.querySelector<HTMLElement>('main h1')

/** What someone presses to send something starts sending within this time; what starts later was started otherwise. */
const PRESS_MS = 1000

const ALIVE = '/api/health/live'
const ASK_AGAIN_MS = 5000

let isOffline = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Whether the server cannot be reached, as far as is known. */
const isConnectionLost = (): boolean => isOffline

const isLostWhenDrawn = () => false

/** What looks after people at the page: its connection, what that broke off, their place in it, and what they are signed in for. */
export function Watch() {
  const { data: session } = useQuery(sessionQuery)
  const [known, setKnown] = useState<AuthUser | null>(null)
  if (session?.user && session.user !== known) setKnown(session.user)
  const personId = (session?.user ?? session?.applicant)?.id
  useEffect(() => {
    if (personId === undefined) return
    const lookAfter = () => void lookAfterFiles(personId).catch(() => {})
    lookAfter()
    // Those whose key couldn’t be fetched are opened once the line is back.
    window.addEventListener('online', lookAfter)
    return () => window.removeEventListener('online', lookAfter)
  }, [personId])
  const isAdministration = useLocation().pathname.startsWith('/admin')
  useEffect(clearAfterSignOut, [])
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
 * Files that wait in the browser belong to the person who chose them; an upload goes on from any page. Most browsers never held any; then
 * nothing is fetched.
 */
async function lookAfterFiles(personId: number): Promise<void> {
  if (!(await indexedDB.databases()).some(({ name }) => name === WAITING_FILES)) return
  const [{ forgetOthers, personOwner }, { resumeUploads }] = await Promise.all([
    import('#web/shared/documents/waiting-files.ts'),
    import('#web/shared/documents/send-upload.ts'),
  ])
  await forgetOthers(personOwner(personId))
  await resumeUploads(personId)
}

/** Asks for the session again when something was refused because it has ended, until the given function is called. */
function noticeEnd(): () => void {
  return queryClient.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error' && isSignedOut(event.action.error))
      void invalidate('GET /api/auth/user')
  })
}

/** F8 leads to the messages over the page, until the given function is called. */
function leadToMessages(): () => void {
  const lead = ({ key }: KeyboardEvent) => {
    if (key === 'F8') document.querySelector<HTMLElement>('[data-toasts] button')?.focus()
  }
  document.addEventListener('keydown', lead)
  return () => document.removeEventListener('keydown', lead)
}

/** Has the browser store what shows where a page can't be reached (decision 096), once it has nothing else to do. */
function storeOfflinePage(): void {
  const { serviceWorker } = navigator
  // Only a build has it, whose parts come from there.
  if (!serviceWorker || !import.meta.url.includes('/assets/')) return
  const whenIdle = window.requestIdleCallback ?? setTimeout
  // A browser that refuses it has no offline page, and nothing else depends on it.
  whenIdle(() => void serviceWorker.register(trustedUrl('/service-worker.js')).catch(() => {}))
}

/** Says that there is no connection, for as long as there is none. */
export function OfflineBanner() {
  const isOffline = useSyncExternalStore(subscribeToConnection, isConnectionLost, isLostWhenDrawn)
  useEffect(watchConnection, [])
  return (
    <BottomNotice>
      {isOffline ? (
        <Banner kind="warning" title="You’re offline">
          Keep this page open. What you typed is kept, and we’ll carry on when you’re back.
        </Banner>
      ) : null}
    </BottomNotice>
  )
}

/**
 * Watches the line until the given function is called: the browser's own word for it, and calls that got no answer,
 * after which the server is asked whether it is there. While it is not, queries wait; when it is back the window says
 * `online`, as it does for a cable, and everything that waits carries on.
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

/** Any answer shows that the server is there. */
function ask(): void {
  fetch(ALIVE, { method: 'HEAD', cache: 'no-store' }).then(
    () => {
      if (isOffline) window.dispatchEvent(new Event('online'))
    },
    () => setOffline(true),
  )
}

/**
 * Sends again, when the line is back, what someone had pressed a button for and the line broke off: their form is
 * submitted, or their button pressed, as it is now. Not where they have typed in it since, or left it: then it is theirs to
 * send. Works until the given function is called.
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

/** The form that is sent by this, or the button that does it by itself. */
function pressedControl(event: Event): HTMLElement | null {
  const { target } = event
  if (!(target instanceof HTMLElement)) return null
  if (target instanceof HTMLFormElement) return target
  if (event instanceof KeyboardEvent) return event.key === 'Enter' ? target.closest('form') : null
  const button = target.closest('button')
  return button?.type === 'submit' ? (button.form ?? button) : button
}

/** Where what a control sends is typed: its form, or the dialog or part of the page around a button. */
function placeOf(control: HTMLElement): Element {
  return control.closest('form, [role="dialog"], [role="alertdialog"], section, main') ?? control
}

/**
 * Keeps the focus near where it was when the control that has it goes away: a row that was removed, a filter that was
 * cleared, a banner that was closed. Without this it falls to the body, and reading and tabbing begin at the top of the
 * page. A button hands it to no button that does something else: who presses Enter twice would do that, too. Works until
 * the given function is called. What takes the focus itself has the first word.
 */
export function restoreFocus(): () => void {
  /** The control that has the focus, then what it lies in, outwards. */
  let chain: Element[] = []
  /** The controls that came after it in the page. */
  let following: HTMLElement[] = []
  /** What the control does, where it is a button. */
  let deed: string | null = null
  /** What the page was about. */
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
    // Another page or step begins at its heading, and so does one whose heading was drawn again with its data.
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

/** The verb on a button, as in "Remove Ann"; null of what does nothing by itself. */
function deedOf(element: Element): string | null {
  if (!element.matches('button')) return null
  return (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().split(/\s/)[0] ?? ''
}

/** A page that is still on its way has no heading yet: what it draws next calls this again. */
function focusPage(): void {
  const heading = pageHeading()
  if (heading) focusQuietly(heading)
}

/** Headings are read but not tabbed to. */
function focusQuietly(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

const FOCUSABLE =
  'a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex]:not([tabindex="-1"])'

const REGIONS = 'main, header, footer, [role="dialog"]'

/** How long what takes the place of a control may take to draw, as an answer's banner or the next row does. */
const SETTLE_MS = 100

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

const isUsable = (element: HTMLElement) =>
  !element.matches(':disabled') && !element.closest('[hidden], [inert], .sr-only')

/** The verb on a button, as in "Remove Ann"; null of what does nothing by itself. */
function deedOf(element: Element): string | null {
  if (!element.matches('button')) return null
  return (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().split(/\s/)[0] ?? ''
}

const pageHeading = () => document.querySelector<HTMLElement>('main h1')

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

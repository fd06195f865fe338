import { COMPANY } from '#contract/company.ts'
import { readStored, writeStored } from '#web/lib/browser-storage.ts'
import { SESSION_KEYS } from '#web/lib/storage-keys.ts'
import { chooseTheme, currentTheme, followSystemTheme } from '#web/ui/theme.ts'
import { waitingHere, waitingText } from './waiting-here.ts'

// The offline page's script: it shows what waits on this device, and opens the requested page once the server
// answers.

const ASK_AGAIN_MS = 5000
/** How long to wait before opening again a page that fails although the server answers. */
const PAUSE_MS = 15_000

const part = (selector: string) => document.querySelector<HTMLElement>(selector)
const say = (words: string) => part('[role="status"]')?.replaceChildren(words)

// The browser has a network, so the fault may be ours.
const heading = part('h1')
if (navigator.onLine && heading) {
  const title = `We can’t reach ${COMPANY.name}`
  document.title = document.title.replace(heading.textContent, title)
  heading.replaceChildren(title)
}
followSystemTheme()
part('header button')?.addEventListener('click', () =>
  chooseTheme(currentTheme() === 'dark' ? 'light' : 'dark'),
)
part('main button')?.addEventListener('click', () => void tryNow())
window.addEventListener('online', () => void openWhenBack())
setInterval(() => void openWhenBack(), ASK_AGAIN_MS)
void waitingHere().then((waiting) => part('#kept')?.replaceChildren(waitingText(waiting)))

async function tryNow(): Promise<void> {
  say('Trying…')
  if (await isAnswered()) location.reload()
  else say('Still no connection. We’ll keep trying.')
}

async function openWhenBack(): Promise<void> {
  const last = Number(readStored('session', SESSION_KEYS.openedAfterOffline))
  if (Math.abs(Date.now() - last) < PAUSE_MS || !(await isAnswered())) return
  writeStored('session', SESSION_KEYS.openedAfterOffline, String(Date.now()))
  say('You’re back. Opening the page…')
  location.reload()
}

/** Whether there is any answer to a request for the page that will be opened. */
function isAnswered(): Promise<boolean> {
  return fetch(location.href, { method: 'HEAD', cache: 'no-store', redirect: 'manual' }).then(
    () => true,
    () => false,
  )
}

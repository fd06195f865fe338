import { MAINTENANCE_SENTENCE } from '#contract/maintenance.ts'

const ASK_MS = 15_000
let asking: ReturnType<typeof setInterval> | undefined

/**
 * Shows or removes the maintenance banner on a page that was already open. While it shows, the server is
 * polled, because a page may have no other requests.
 */
export function showMaintenance(isOn: boolean): void {
  const line = document.querySelector('body > .maintenance')
  if (!isOn) {
    line?.remove()
    clearInterval(asking)
    asking = undefined
    return
  }
  asking ??= setInterval(() => void ask(), ASK_MS)
  if (line) return
  const style = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/maintenance.css' })
  const added = Object.assign(document.createElement('div'), { className: 'maintenance', role: 'status' })
  document.body.prepend(style, added)
  // A live region is announced when its text changes, not when it appears.
  added.textContent = MAINTENANCE_SENTENCE
}

async function ask(): Promise<void> {
  const answer = await fetch('/api/health/live').catch(() => undefined)
  if (answer?.ok) showMaintenance(answer.headers.has('x-maintenance'))
}

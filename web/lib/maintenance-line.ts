import { MAINTENANCE_SENTENCE } from '#contract/maintenance.ts'

const ASK_MS = 15_000
let asking: ReturnType<typeof setInterval> | undefined

/**
 * Puts the line about maintenance on top of a page that was open before, or takes it away. While it is there the server
 * is asked now and then, because a page may have nothing else to ask.
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
  // A live region is read out when its text changes, not when it appears.
  added.textContent = MAINTENANCE_SENTENCE
}

async function ask(): Promise<void> {
  const answer = await fetch('/api/health/live').catch(() => undefined)
  if (answer?.ok) showMaintenance(answer.headers.has('x-maintenance'))
}

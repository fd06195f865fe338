import { useEffect } from 'react'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import type { CameraDialogProps } from './camera-dialog.tsx'

type CameraModule = typeof import('./camera-dialog.tsx')

const ALIVE = '/api/health/live'

let loaded: CameraModule | undefined

/**
 * Imports the camera only while the server answers: once an import has failed, Chromium remembers that for each
 * script it led to, and the camera would stay closed until a reload.
 */
async function loadCamera(): Promise<CameraModule> {
  if (!loaded) {
    await fetch(ALIVE, { method: 'HEAD', cache: 'no-store' })
    loaded = await import('./camera-dialog.tsx')
  }
  return loaded
}

const Camera = lazyOverlay(loadCamera, 'CameraDialog')

/** The camera over the page, whose code loads once the page that offers it is idle, so that it opens offline too. */
export function LazyCamera(props: CameraDialogProps) {
  useEffect(loadAhead, [])
  return <Camera {...props} />
}

/** Loads the camera's code when the browser is idle and the connection is there, until the returned function is called. */
function loadAhead(): () => void {
  let isGone = false
  const whenIdle = window.requestIdleCallback ?? setTimeout
  const load = () =>
    whenIdle(() => {
      // If it fails, the camera says so when it is opened.
      if (!isGone) loadCamera().catch(() => {})
    })
  load()
  window.addEventListener('online', load)
  return () => {
    isGone = true
    window.removeEventListener('online', load)
  }
}

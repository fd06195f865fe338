import { useEffect } from 'react'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import type { CameraDialogProps } from './camera-dialog.tsx'

/** The camera is loaded once its worker is, too, without which it could judge nothing and take no photo. */
async function loadCamera() {
  const camera = await import('./camera-dialog.tsx')
  await camera.fetchWorker()
  return camera
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
      if (!isGone) Camera.preload().catch(() => {})
    })
  load()
  window.addEventListener('online', load)
  return () => {
    isGone = true
    window.removeEventListener('online', load)
  }
}

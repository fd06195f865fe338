import { Suspense } from 'react'
import { lazyPage } from '#web/ui/lazy-part.tsx'

const FramedNotFound = lazyPage(() => import('./framed-not-found.tsx'), 'FramedNotFound')

/**
 * The router needs this page immediately, but the first load must not include its content and header, so it is
 * lazy.
 */
export function NotFoundPage() {
  return (
    <Suspense fallback={null}>
      <FramedNotFound />
    </Suspense>
  )
}

import { Suspense } from 'react'
import { lazyPage } from '#web/ui/lazy-part.tsx'

const FramedNotFound = lazyPage(() => import('./framed-not-found.tsx'), 'FramedNotFound')

/** The router needs this page at once, but the first page must not pay for it and its header. */
export function NotFoundPage() {
  return (
    <Suspense fallback={null}>
      <FramedNotFound />
    </Suspense>
  )
}

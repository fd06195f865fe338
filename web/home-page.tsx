import { useQuery } from '@tanstack/react-query'
import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense } from 'react'
import { SignInPage } from './features/auth/sign-in-page.tsx'
import { queryClient } from './lib/query-client.ts'
import { sessionQuery } from './lib/session.ts'

// Signed-out visitors are sent the sign-in page alone (performance P1).
const Welcome = lazyRouteComponent(() => import('./features/shell/framed-welcome.tsx'), 'FramedWelcome')

/** Fetches who is signed in and, for them, the welcome page. Failures are the page's own to tell. */
export async function loadHome(): Promise<void> {
  await queryClient.prefetchQuery(sessionQuery)
  if (queryClient.getQueryData(sessionQuery.queryKey)?.user) await Welcome.preload?.()
}

/** `/`: the sign-in page for visitors, the welcome page for everyone who is signed in (decisions §1). */
export function HomePage() {
  const { data, isPending } = useQuery(sessionQuery)
  if (isPending) return <main id="main" tabIndex={-1} aria-busy="true" />
  if (!data?.user) return <SignInPage />
  return (
    <Suspense fallback={<main id="main" tabIndex={-1} aria-busy="true" />}>
      <Welcome />
    </Suspense>
  )
}

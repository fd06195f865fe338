import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { AuthUser } from '#contract/sign-in/auth.ts'
import { SignInPage } from '#web/features/sign-in/sign-in-page.tsx'
import { queryClient } from '#web/lib/query-client.ts'
import { sessionQuery } from '#web/lib/session.ts'
import { lazyPage } from '#web/ui/lazy-part.tsx'

// Signed-out visitors get only the sign-in page (performance P1), and only staff get the figures.
const PersonalHome = lazyPage(() => import('./own-home.tsx'), 'FramedHome')
const StaffHome = lazyPage(() => import('./staff-home.tsx'), 'FramedStaffHome')

/** Fetches the current user and their home page's data. The page itself handles failures. */
export async function loadHome(): Promise<void> {
  await queryClient.prefetchQuery(sessionQuery)
  const user = queryClient.getQueryData(sessionQuery.queryKey)?.user
  if (user) await homeOf(user).preload?.()
}

/** Staff are recognised by their provider's verified email, whether they are administrators or not (choices §2.5). */
function homeOf({ is_staff }: AuthUser): typeof PersonalHome {
  return is_staff ? StaffHome : PersonalHome
}

/** `/`: the sign-in page for visitors, the staff dashboard for staff, the next step for everyone else. */
export function HomePage() {
  const { data, isPending } = useQuery(sessionQuery)
  if (isPending) return <main id="main" tabIndex={-1} aria-busy="true" />
  if (!data?.user) return <SignInPage />
  const Home = homeOf(data.user)
  return (
    <Suspense fallback={<main id="main" tabIndex={-1} aria-busy="true" />}>
      <Home />
    </Suspense>
  )
}

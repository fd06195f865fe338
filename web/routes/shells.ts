import { createRootRoute, createRoute, type lazyRouteComponent } from '@tanstack/react-router'
import { NotFoundPage } from '#web/features/shell/not-found-page.tsx'
import { RootLayout } from '#web/features/shell/root-layout.tsx'
import { RouteError } from '#web/features/shell/route-error.tsx'
import { requireAdmin, requireSignedIn } from '#web/lib/guards.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { sessionQuery, siteQuery } from '#web/lib/session.ts'
import { lazyPage } from '#web/ui/lazy-part.tsx'

/** A page in a chunk of its own. Typed as the router's own, whose types of pages do not wait for those of the routes. */
export const page = lazyPage as unknown as typeof lazyRouteComponent

export const root = createRootRoute({
  // How this deployment writes days, among others, whose answer is kept for the whole visit; and who is signed in, asked for
  // beside the page's own code, so that nothing shifts when it is known.
  loader: () => Promise.all([queryClient.prefetchQuery(siteQuery), queryClient.prefetchQuery(sessionQuery)]),
  component: RootLayout,
  notFoundComponent: NotFoundPage,
  errorComponent: RouteError,
})

/** Pages with the product's header and footer. */
export const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: page(() => import('#web/features/shell/app-layout.tsx'), 'AppLayout'),
})

/** The same, for people who are signed in; others go to sign in and come back. */
export const account = createRoute({ getParentRoute: () => app, id: 'account', beforeLoad: requireSignedIn })

/** Pages with the steps of a form beside them. */
export const onboarding = createRoute({
  getParentRoute: () => root,
  id: 'onboarding-shell',
  component: page(() => import('#web/features/onboarding/onboarding-layout.tsx'), 'OnboardingLayout'),
})

export const admin = createRoute({
  getParentRoute: () => root,
  id: 'admin-shell',
  beforeLoad: requireAdmin,
  component: page(() => import('#web/features/shell/admin-layout.tsx'), 'AdminLayout'),
})

import { createRootRoute, createRoute, type lazyRouteComponent } from '@tanstack/react-router'
import { NotFoundPage } from '#web/features/shell/not-found-page.tsx'
import { RootLayout } from '#web/features/shell/root-layout.tsx'
import { RouteError } from '#web/features/shell/route-error.tsx'
import { requireAdmin, requireSignedIn } from '#web/lib/guards.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { sessionQuery, siteQuery } from '#web/lib/session.ts'
import { lazyPage } from '#web/ui/lazy-part.tsx'

/** A page in its own chunk, typed as the router's own so that page types don't depend on route types. */
export const page = lazyPage as unknown as typeof lazyRouteComponent

export const root = createRootRoute({
  // The deployment's facts, such as its date style, fetched once per visit; and the current user, fetched in
  // parallel with the page's code so that nothing shifts when they arrive.
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

/** The same for signed-in people; others are sent to sign in and back. */
export const account = createRoute({ getParentRoute: () => app, id: 'account', beforeLoad: requireSignedIn })

/** Pages with a form's steps next to them. */
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

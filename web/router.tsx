import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { RouteError } from './features/shell/route-error.tsx'
import { parseSearch, stringifySearch } from './lib/page-address.ts'
import { accountRoutes, framedAccountRoutes } from './routes/account.ts'
import { administrationRoutes } from './routes/administration.ts'
import { aliasRoutes } from './routes/aliases.ts'
import { framedFrontRoutes, frontRoutes } from './routes/front.ts'
import { framedOnboardingRoutes, onboardingRoutes, ownOnboardingRoutes } from './routes/onboarding.ts'
import { account, admin, app, onboarding, root } from './routes/shells.ts'
import { isOfDialog } from './ui/back-closes.ts'

const tree = root.addChildren([
  ...frontRoutes,
  app.addChildren([
    ...framedFrontRoutes,
    ...framedOnboardingRoutes,
    ...framedAccountRoutes,
    account.addChildren([...ownOnboardingRoutes, ...accountRoutes]),
  ]),
  onboarding.addChildren(onboardingRoutes),
  admin.addChildren(administrationRoutes),
  ...aliasRoutes,
])

export type AppRouter = ReturnType<typeof createAppRouter>

/** The pages at their addresses: those of the browser, or of a history of one's own. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree: tree,
    ...(history && { history }),
    defaultErrorComponent: RouteError,
    defaultPreload: 'intent',
    scrollRestoration: ({ location }) => !isOfDialog(location),
    stringifySearch,
    parseSearch,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}

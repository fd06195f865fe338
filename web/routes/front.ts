import { createRoute } from '@tanstack/react-router'
import { errorSearch } from '#web/features/shell/error-search.ts'
import { SignInPage } from '#web/features/sign-in/sign-in-page.tsx'
import { debugSearch } from '#web/features/site/debug/debug-search.ts'
import { requireDebug } from '#web/lib/guards.ts'
import { linkSearch } from '#web/lib/search-schema.ts'
import { HomePage, loadHome } from '#web/pages/home-page.tsx'
import { homeSearch } from '#web/pages/home-search.ts'
import { app, page, root } from './shells.ts'

// The first page of most visits comes with the entry: it is small, and a chunk of its own would cost a round
// trip.
const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: homeSearch,
  loader: loadHome,
  component: HomePage,
})
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: SignInPage,
})
const welcome = createRoute({
  getParentRoute: () => app,
  path: '/welcome',
  component: page(() => import('#web/features/home/welcome-page.tsx'), 'WelcomePage'),
})
const error = createRoute({
  getParentRoute: () => app,
  path: '/error/{-$status}',
  validateSearch: errorSearch,
  component: page(() => import('#web/features/shell/error-page.tsx'), 'RouteErrorPage'),
})
const debug = createRoute({
  getParentRoute: () => app,
  path: '/debug',
  validateSearch: debugSearch,
  beforeLoad: requireDebug,
  component: page(() => import('#web/features/site/debug/debug-page.tsx'), 'DebugPage'),
})
const terms = createRoute({
  getParentRoute: () => app,
  path: '/terms',
  component: page(() => import('#web/features/site/legal/legal-page.tsx'), 'TermsPage'),
})
const privacy = createRoute({
  getParentRoute: () => app,
  path: '/privacy',
  component: page(() => import('#web/features/site/legal/legal-page.tsx'), 'PrivacyPage'),
})
const stopReminders = createRoute({
  getParentRoute: () => app,
  path: '/stop-reminders',
  validateSearch: linkSearch,
  component: page(
    () => import('#web/features/onboarding/nudges/stop-reminders-page.tsx'),
    'StopRemindersPage',
  ),
})
const invitation = createRoute({
  getParentRoute: () => app,
  path: '/invitation',
  validateSearch: linkSearch,
  component: page(() => import('#web/features/invitations/invitation-page.tsx'), 'InvitationPage'),
})
const phone = createRoute({
  getParentRoute: () => app,
  path: '/p',
  component: page(() => import('#web/features/documents/phone-page.tsx'), 'PhonePage'),
})
const unsubscribe = createRoute({
  getParentRoute: () => app,
  path: '/unsubscribe',
  validateSearch: linkSearch,
  component: page(() => import('#web/features/invitations/unsubscribe-page.tsx'), 'UnsubscribePage'),
})
const hostedInvoice = createRoute({
  getParentRoute: () => app,
  path: '/invoice/$token',
  component: page(() => import('#web/features/invoices/hosted-invoice-page.tsx'), 'HostedInvoicePage'),
})
const adminLogin = createRoute({
  getParentRoute: () => app,
  path: '/admin/login',
  component: page(() => import('#web/features/sign-in/admin-login-page.tsx'), 'AdminLoginPage'),
})

/** Pages before signing in, targets of emailed links, and pages outside any area. */
export const frontRoutes = [home, login] as const
export const framedFrontRoutes = [
  welcome,
  error,
  debug,
  terms,
  privacy,
  stopReminders,
  invitation,
  phone,
  unsubscribe,
  hostedInvoice,
  adminLogin,
] as const

import {
  createRootRoute,
  createRoute,
  createRouter,
  type lazyRouteComponent,
  parseSearchWith,
  type RouterHistory,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router'
import { INVOICE_FILTERS, INVOICES_TAB, type InvoiceFilter } from '#contract/billing.ts'
import { CLAIM_PROBLEMS, type ClaimProblem } from '#contract/claims.ts'
import { SignInPage } from './features/auth/sign-in-page.tsx'
import { NotFoundPage } from './features/shell/not-found-page.tsx'
import { RootLayout } from './features/shell/root-layout.tsx'
import { RouteError } from './features/shell/route-error.tsx'
import { HomePage, loadHome } from './home-page.tsx'
import {
  requireAdmin,
  requireDebug,
  requireUser,
  requireUserOrApplicant,
  requireUserToEnter,
} from './lib/guards.ts'
import { endpointQuery, queryClient } from './lib/query-client.ts'
import { sessionQuery, siteQuery } from './lib/session.ts'
import { lazyPage } from './ui/lazy-part.tsx'

// Typed as the router's own, whose types of pages do not wait for those of the routes.
const page = lazyPage as unknown as typeof lazyRouteComponent

/** Search parameters may be left out of a link. */
type Optional<Names extends string> = { [Name in Names]?: string }

const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined

/** The number of something, such as a client's; anything else is none. */
const numberOf = (value: unknown): number | undefined => {
  const number = Number(value)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

/** Who is signed in, asked for beside the page's own code, so that nothing shifts when it is known. */
const withSession = () => queryClient.prefetchQuery(sessionQuery)

/** The page fetches what this misses; where its chunk is gone after a deploy, the page's own reloads. */
const loadCertification = () =>
  import('./parts/investor-certification/load-certification.ts').then(
    (part) => part.loadCertification(),
    () => undefined,
  )

const root = createRootRoute({
  // How this deployment writes days, among others; the server's answer is kept for the whole visit.
  loader: () => queryClient.prefetchQuery(siteQuery),
  component: RootLayout,
  notFoundComponent: NotFoundPage,
  errorComponent: RouteError,
})

/** Pages with the product's header and footer. */
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  loader: withSession,
  component: page(() => import('./features/shell/app-layout.tsx'), 'AppLayout'),
})
/** The same, for people who are signed in; others go to sign in and come back. */
const account = createRoute({ getParentRoute: () => app, id: 'account', beforeLoad: requireUser })
const onboarding = createRoute({
  getParentRoute: () => root,
  id: 'onboarding-shell',
  component: page(() => import('./features/onboarding/onboarding-layout.tsx'), 'OnboardingLayout'),
})
const admin = createRoute({
  getParentRoute: () => root,
  id: 'admin-shell',
  beforeLoad: requireAdmin,
  component: page(() => import('./features/shell/admin-layout.tsx'), 'AdminLayout'),
})

// The first page of most visits comes with the entry: it is small, and a chunk of its own would cost a round trip.
const home = createRoute({
  getParentRoute: () => root,
  path: '/',
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
  component: page(() => import('./features/shell/welcome-page.tsx'), 'WelcomePage'),
})
const error = createRoute({
  getParentRoute: () => app,
  path: '/error/{-$status}',
  validateSearch: (search): Optional<'status' | 'message'> => ({
    status: text(search.status),
    message: text(search.message),
  }),
  component: page(() => import('./features/shell/error-page.tsx'), 'ErrorPage'),
})
const debug = createRoute({
  getParentRoute: () => app,
  path: '/debug',
  validateSearch: (search): { panel?: 'headers' | 'raw' } => ({
    panel: search.panel === 'headers' || search.panel === 'raw' ? search.panel : undefined,
  }),
  beforeLoad: requireDebug,
  component: page(() => import('./features/debug/debug-page.tsx'), 'DebugPage'),
})
const terms = createRoute({
  getParentRoute: () => app,
  path: '/terms',
  component: page(() => import('./features/legal/legal-page.tsx'), 'TermsPage'),
})
const privacy = createRoute({
  getParentRoute: () => app,
  path: '/privacy',
  component: page(() => import('./features/legal/legal-page.tsx'), 'PrivacyPage'),
})

const stopReminders = createRoute({
  getParentRoute: () => app,
  path: '/stop-reminders',
  validateSearch: (search): Optional<'token'> => ({ token: text(search.token) }),
  component: page(() => import('./features/nudges/stop-reminders-page.tsx'), 'StopRemindersPage'),
})
const emailCollection = createRoute({
  getParentRoute: () => app,
  path: '/email-collection',
  validateSearch: (search): Optional<'returnTo'> => ({ returnTo: text(search.returnTo) }),
  // Before the page shows: a form that becomes another while someone types in it loses what they typed.
  loader: () => queryClient.prefetchQuery(endpointQuery('GET /api/onboarding/email/code')),
  component: page(
    () => import('./features/onboarding/visitor/email-collection-page.tsx'),
    'EmailCollectionPage',
  ),
})
const claim = createRoute({
  getParentRoute: () => account,
  path: '/onboarding/claim',
  validateSearch: (search): Optional<'returnTo'> & { problem?: ClaimProblem } => ({
    problem: CLAIM_PROBLEMS.find((one) => one === search.problem),
    returnTo: text(search.returnTo),
  }),
  component: page(() => import('./features/onboarding/visitor/claim-page.tsx'), 'ClaimPage'),
})
const accountType = createRoute({
  getParentRoute: () => onboarding,
  path: '/onboarding',
  beforeLoad: requireUser,
  component: page(() => import('./features/onboarding/account-type-page.tsx'), 'AccountTypePage'),
})
const stepOfJourney = (search: Record<string, unknown>): { step?: string | number; change?: 1 } => ({
  step: typeof search.step === 'number' ? search.step : text(search.step),
  change: Number(search.change) === 1 ? 1 : undefined,
})
const consumer = createRoute({
  getParentRoute: () => onboarding,
  path: '/onboarding/consumer',
  beforeLoad: requireUserOrApplicant,
  validateSearch: stepOfJourney,
  // The page fetches what this misses; where this file is gone after a deploy, the page's own chunk reloads.
  loader: () =>
    import('./features/onboarding/consumer/load-consumer.ts').then(
      ({ loadConsumer }) => loadConsumer(),
      () => undefined,
    ),
  // Its steps are search parameters of one visit: they load nothing again.
  shouldReload: false,
  component: page(() => import('./features/onboarding/consumer/consumer-page.tsx'), 'ConsumerPage'),
})
const business = createRoute({
  getParentRoute: () => onboarding,
  path: '/onboarding/business',
  beforeLoad: requireUserOrApplicant,
  validateSearch: stepOfJourney,
  loader: () =>
    import('./features/onboarding/business/load-business.ts').then(
      ({ loadBusiness }) => loadBusiness(),
      () => undefined,
    ),
  shouldReload: false,
  component: page(() => import('./features/onboarding/business/business-page.tsx'), 'BusinessPage'),
})

const riskDisclosure = createRoute({
  getParentRoute: () => app,
  path: '/certification/risk-disclosure',
  component: page(() => import('./features/certifications/risk-disclosure-page.tsx'), 'RiskDisclosurePage'),
})
const riskDisclosureAlias = createRoute({
  getParentRoute: () => app,
  path: '/risk-disclosure',
  component: page(() => import('./features/certifications/risk-disclosure-page.tsx'), 'RiskDisclosurePage'),
})
const userType = createRoute({
  getParentRoute: () => account,
  path: '/certification/user-type',
  component: page(() => import('./features/users/user-type-page.tsx'), 'UserTypePage'),
})
const userTypeAlias = createRoute({
  getParentRoute: () => account,
  path: '/user-type-selection',
  component: page(() => import('./features/users/user-type-page.tsx'), 'UserTypePage'),
})

const traderSearch = (search: Record<string, unknown>): Optional<'step'> => ({ step: text(search.step) })
const trader = createRoute({
  getParentRoute: () => onboarding,
  path: '/certification/trader',
  beforeLoad: requireUserToEnter,
  validateSearch: traderSearch,
  loader: loadCertification,
  // Its steps are search parameters of one visit: they load nothing again.
  shouldReload: false,
  component: page(() => import('./features/certifications/trader-page.tsx'), 'TraderPage'),
})
const traderAlias = createRoute({
  getParentRoute: () => onboarding,
  path: '/trader-certification',
  beforeLoad: requireUserToEnter,
  validateSearch: traderSearch,
  loader: loadCertification,
  shouldReload: false,
  component: page(() => import('./features/certifications/trader-page.tsx'), 'TraderPage'),
})

const success = createRoute({
  getParentRoute: () => app,
  path: '/success',
  validateSearch: (search): Optional<'id' | 'type' | 'completed' | 'registerRequired'> => ({
    id: text(search.id),
    type: text(search.type),
    completed: text(search.completed),
    registerRequired: text(search.registerRequired),
  }),
  // A visitor who is to register sees the page that says so; everyone else signs in first (onboarding §2 and §6).
  beforeLoad: ({ search, location, preload }) =>
    search.registerRequired === 'true' ? undefined : requireUser({ location, preload }),
  component: page(() => import('./features/verification/success-page.tsx'), 'SuccessPage'),
})
const verificationSuccess = createRoute({
  getParentRoute: () => app,
  path: '/verification-success',
  validateSearch: (search): Optional<'id'> => ({ id: text(search.id) }),
  component: page(
    () => import('./features/verification/verification-success-page.tsx'),
    'VerificationSuccessPage',
  ),
})
const verification = createRoute({
  getParentRoute: () => account,
  path: '/verification',
  validateSearch: (search): { tab?: 'faq' } => ({ tab: search.tab === 'faq' ? 'faq' : undefined }),
  component: page(() => import('./features/verification/verification-page.tsx'), 'VerificationPage'),
})
const confirmDetails = createRoute({
  getParentRoute: () => account,
  path: '/verification/confirm',
  component: page(() => import('./features/verification/confirm-page.tsx'), 'ConfirmDetailsPage'),
})
const marketplace = createRoute({
  getParentRoute: () => account,
  path: '/marketplace',
  validateSearch: (search): { tab?: 'integrate' } => ({
    tab: search.tab === 'integrate' ? 'integrate' : undefined,
  }),
  component: page(() => import('./features/marketplace/marketplace-page.tsx'), 'MarketplacePage'),
})

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  beforeLoad: () => {
    throw redirect({ to: '/profile-dashboard' })
  },
})
const profileDashboard = createRoute({
  getParentRoute: () => account,
  path: '/profile-dashboard',
  component: page(
    () => import('./features/account/dashboard/profile-dashboard-page.tsx'),
    'ProfileDashboardPage',
  ),
})
const profile = createRoute({
  getParentRoute: () => account,
  path: '/profile',
  // `invoice` is the one that someone has gone to pay: coming back shows what became of it.
  validateSearch: (search): Optional<'tab' | 'invoice'> => ({
    tab: text(search.tab),
    invoice: text(search.invoice),
  }),
  component: page(() => import('./features/account/account-page.tsx'), 'AccountPage'),
})
const signedIn = createRoute({
  getParentRoute: () => account,
  path: '/signed-in',
  component: page(() => import('./features/auth/signed-in-page.tsx'), 'SignedInPage'),
})
const otherAccount = createRoute({
  getParentRoute: () => account,
  path: '/other-account',
  validateSearch: (search): Optional<'returnTo'> => ({ returnTo: text(search.returnTo) }),
  component: page(() => import('./features/auth/other-account-page.tsx'), 'OtherAccountPage'),
})
const profilePrivacy = createRoute({
  getParentRoute: () => account,
  path: '/profile/privacy',
  validateSearch: (search): Optional<'ask'> => ({ ask: text(search.ask) }),
  component: page(() => import('./features/privacy/privacy-page.tsx'), 'PrivacyRequestsPage'),
})
const confirmEmail = createRoute({
  getParentRoute: () => account,
  path: '/confirm-email',
  validateSearch: (search): Optional<'token'> => ({ token: text(search.token) }),
  component: page(() => import('./features/account/confirm-email-page.tsx'), 'ConfirmEmailPage'),
})
const dataExport = createRoute({
  getParentRoute: () => account,
  path: '/data-export/$id',
  component: page(() => import('./features/account/data-export-page.tsx'), 'DataExportPage'),
})
// A short address of the tab, easy to type and to say.
const invoices = createRoute({
  getParentRoute: () => root,
  path: '/invoices',
  beforeLoad: () => {
    throw redirect({ to: '/profile', search: { tab: INVOICES_TAB } })
  },
})
const checkout = createRoute({
  getParentRoute: () => account,
  path: '/checkout/$id',
  component: page(() => import('./features/invoices/checkout-page.tsx'), 'CheckoutPage'),
})
const hostedInvoice = createRoute({
  getParentRoute: () => app,
  path: '/invoice/$token',
  component: page(() => import('./features/invoices/hosted-invoice-page.tsx'), 'HostedInvoicePage'),
})

const invitation = createRoute({
  getParentRoute: () => app,
  path: '/invitation',
  validateSearch: (search): Optional<'token'> => ({ token: text(search.token) }),
  component: page(() => import('./features/invitations/invitation-page.tsx'), 'InvitationPage'),
})
const unsubscribe = createRoute({
  getParentRoute: () => app,
  path: '/unsubscribe',
  validateSearch: (search): Optional<'token'> => ({ token: text(search.token) }),
  component: page(() => import('./features/invitations/unsubscribe-page.tsx'), 'UnsubscribePage'),
})

const adminLogin = createRoute({
  getParentRoute: () => app,
  path: '/admin/login',
  component: page(() => import('./features/admin/admin-login-page.tsx'), 'AdminLoginPage'),
})
const toAdminDashboard = () => {
  throw redirect({ to: '/admin/dashboard' })
}
const adminIndex = createRoute({ getParentRoute: () => root, path: '/admin', beforeLoad: toAdminDashboard })
const adminAlias = createRoute({
  getParentRoute: () => root,
  path: '/admin-dashboard',
  beforeLoad: toAdminDashboard,
})
const adminDashboard = createRoute({
  getParentRoute: () => admin,
  path: '/admin/dashboard',
  validateSearch: (
    search,
  ): Optional<
    | 'tab'
    | 'q'
    | 'email'
    | 'name'
    | 'individual'
    | 'business'
    | 'role'
    | 'method'
    | 'invited'
    | 'inviteSort'
    | 'resend'
  > & {
    erased?: 'include'
    sort?: 'name'
    order?: 'asc' | 'desc'
    inviteOrder?: 'asc' | 'desc'
    page?: number
  } => ({
    tab: text(search.tab),
    q: text(search.q),
    email: text(search.email),
    name: text(search.name),
    individual: text(search.individual),
    business: text(search.business),
    erased: search.erased === 'include' ? 'include' : undefined,
    role: text(search.role),
    method: text(search.method),
    sort: search.sort === 'name' ? 'name' : undefined,
    order: search.order === 'asc' || search.order === 'desc' ? search.order : undefined,
    invited: text(search.invited),
    inviteSort: text(search.inviteSort),
    inviteOrder:
      search.inviteOrder === 'asc' || search.inviteOrder === 'desc' ? search.inviteOrder : undefined,
    page: typeof search.page === 'number' ? search.page : undefined,
    // Asks whether to send this invitation again (account-admin §2, Admin user detail).
    resend: text(search.resend),
  }),
  component: page(() => import('./features/admin/dashboard-page.tsx'), 'AdminDashboardPage'),
})
const adminQueue = createRoute({
  getParentRoute: () => admin,
  path: '/admin/queue',
  validateSearch: (
    search,
  ): Optional<'q' | 'state' | 'kind' | 'owner' | 'due' | 'approval' | 'email' | 'sort' | 'order'> => ({
    q: text(search.q),
    state: text(search.state),
    kind: text(search.kind),
    owner: text(search.owner),
    due: text(search.due),
    sort: text(search.sort),
    order: text(search.order),
    approval: text(search.approval),
    email: text(search.email),
  }),
  component: page(() => import('./features/queue/queue-page.tsx'), 'QueuePage'),
})
const adminScreening = createRoute({
  getParentRoute: () => admin,
  path: '/admin/screening',
  validateSearch: (search): Optional<'level' | 'list' | 'waiting' | 'sort' | 'order'> => ({
    level: text(search.level),
    list: text(search.list),
    waiting: text(search.waiting),
    sort: text(search.sort),
    order: text(search.order),
  }),
  component: page(() => import('./features/screening/screening-page.tsx'), 'ScreeningPage'),
})
const adminJobs = createRoute({
  getParentRoute: () => admin,
  path: '/admin/jobs',
  component: page(() => import('./features/jobs/jobs-page.tsx'), 'JobsPage'),
})
const adminAudit = createRoute({
  getParentRoute: () => admin,
  path: '/admin/audit',
  validateSearch: (search): Optional<'type' | 'person' | 'actor' | 'from' | 'to'> => ({
    type: text(search.type),
    person: text(search.person),
    actor: text(search.actor),
    from: text(search.from),
    to: text(search.to),
  }),
  component: page(() => import('./features/admin/activity/audit-page.tsx'), 'AuditPage'),
})
const adminPrivacy = createRoute({
  getParentRoute: () => admin,
  path: '/admin/privacy',
  validateSearch: (search): Optional<'tab' | 'ask'> & { show?: 'done' } => ({
    tab: text(search.tab),
    show: search.show === 'done' ? 'done' : undefined,
    // The dialog that was open before a sign-in.
    ask: text(search.ask),
  }),
  component: page(() => import('./features/privacy/desk-page.tsx'), 'PrivacyDeskPage'),
})
const adminUserSearch = (search: Record<string, unknown>): Optional<'tab' | 'document' | 'ask'> => ({
  tab: text(search.tab),
  document: text(search.document),
  ask: text(search.ask),
})
const adminUser = createRoute({
  getParentRoute: () => admin,
  path: '/admin/users/$id',
  validateSearch: adminUserSearch,
  component: page(() => import('./features/admin/users/user-page.tsx'), 'AdminUserPage'),
})
const adminUserAlias = createRoute({
  getParentRoute: () => admin,
  path: '/admin/user/$id',
  validateSearch: adminUserSearch,
  component: page(() => import('./features/admin/users/user-page.tsx'), 'AdminUserPage'),
})

const adminClients = createRoute({
  getParentRoute: () => admin,
  path: '/admin/clients',
  validateSearch: (search): Optional<'name'> => ({ name: text(search.name) }),
  component: page(() => import('./features/billing/clients-page.tsx'), 'ClientsPage'),
})
const adminClient = createRoute({
  getParentRoute: () => admin,
  path: '/admin/clients/$id',
  component: page(() => import('./features/billing/client-page.tsx'), 'ClientPage'),
})
const adminInvoices = createRoute({
  getParentRoute: () => admin,
  path: '/admin/invoices',
  validateSearch: (search): Optional<'search'> & { status?: InvoiceFilter; client?: number } => ({
    status: INVOICE_FILTERS.find((one) => one === search.status),
    client: numberOf(search.client),
    search: text(search.search),
  }),
  component: page(() => import('./features/billing/invoices-page.tsx'), 'InvoicesPage'),
})
const adminNewInvoice = createRoute({
  getParentRoute: () => admin,
  path: '/admin/invoices/new',
  validateSearch: (search): { client?: number } => ({ client: numberOf(search.client) }),
  component: page(() => import('./features/billing/draft-pages.tsx'), 'NewDraftPage'),
})
const adminInvoice = createRoute({
  getParentRoute: () => admin,
  path: '/admin/invoices/$id',
  component: page(() => import('./features/billing/invoice-page.tsx'), 'InvoicePage'),
})
const adminDraft = createRoute({
  getParentRoute: () => admin,
  path: '/admin/invoices/$id/edit',
  component: page(() => import('./features/billing/draft-pages.tsx'), 'EditDraftPage'),
})

const tree = root.addChildren([
  home,
  login,
  app.addChildren([
    welcome,
    error,
    debug,
    terms,
    privacy,
    riskDisclosure,
    riskDisclosureAlias,
    success,
    verificationSuccess,
    hostedInvoice,
    invitation,
    unsubscribe,
    adminLogin,
    emailCollection,
    stopReminders,
    account.addChildren([
      claim,
      userType,
      userTypeAlias,
      verification,
      confirmDetails,
      marketplace,
      profileDashboard,
      profile,
      profilePrivacy,
      otherAccount,
      signedIn,
      confirmEmail,
      dataExport,
      checkout,
    ]),
  ]),
  onboarding.addChildren([accountType, consumer, business, trader, traderAlias]),
  dashboard,
  invoices,
  adminIndex,
  adminAlias,
  admin.addChildren([
    adminDashboard,
    adminPrivacy,
    adminQueue,
    adminAudit,
    adminScreening,
    adminJobs,
    adminUser,
    adminUserAlias,
    adminClients,
    adminClient,
    adminInvoices,
    adminNewInvoice,
    adminInvoice,
    adminDraft,
  ]),
])

export type AppRouter = ReturnType<typeof createAppRouter>

/** The pages at their addresses: those of the browser, or of a history of one's own. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree: tree,
    ...(history && { history }),
    defaultErrorComponent: RouteError,
    defaultPreload: 'intent',
    scrollRestoration: true,
    // Texts stay bare in the URL: by default `id=3` given as a text would read `id="3"`, and `name=null` would be no one's.
    stringifySearch: stringifySearchWith(String),
    parseSearch: parseSearchWith((value) => value),
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}

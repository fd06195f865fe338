import { createRoute } from '@tanstack/react-router'
import { auditSearch } from '#web/features/admin/activity/audit-search.ts'
import { dashboardSearch } from '#web/features/admin/dashboard-search.ts'
import { userSearch } from '#web/features/admin/users/user-search.ts'
import { clientsSearch, invoicesSearch, newInvoiceSearch } from '#web/features/billing/billing-search.ts'
import { dataRequestsSearch } from '#web/features/privacy/privacy-search.ts'
import { queueSearch } from '#web/features/queue/queue-search.ts'
import { screeningSearch } from '#web/features/screening/screening-search.ts'
import { admin, page } from './shells.ts'

const adminDashboard = createRoute({
  getParentRoute: () => admin,
  path: '/admin/dashboard',
  validateSearch: dashboardSearch,
  component: page(() => import('#web/features/admin/dashboard-page.tsx'), 'AdminDashboardPage'),
})
const adminQueue = createRoute({
  getParentRoute: () => admin,
  path: '/admin/queue',
  validateSearch: queueSearch,
  component: page(() => import('#web/features/queue/queue-page.tsx'), 'QueuePage'),
})
const adminScreening = createRoute({
  getParentRoute: () => admin,
  path: '/admin/screening',
  validateSearch: screeningSearch,
  component: page(() => import('#web/features/screening/screening-page.tsx'), 'ScreeningPage'),
})
const adminJobs = createRoute({
  getParentRoute: () => admin,
  path: '/admin/jobs',
  component: page(() => import('#web/features/jobs/jobs-page.tsx'), 'JobsPage'),
})
const adminAudit = createRoute({
  getParentRoute: () => admin,
  path: '/admin/audit',
  validateSearch: auditSearch,
  component: page(() => import('#web/features/admin/activity/audit-page.tsx'), 'AuditPage'),
})
const adminPrivacy = createRoute({
  getParentRoute: () => admin,
  path: '/admin/privacy',
  validateSearch: dataRequestsSearch,
  component: page(() => import('#web/features/privacy/data-requests-page.tsx'), 'DataRequestsPage'),
})
const adminUser = createRoute({
  getParentRoute: () => admin,
  path: '/admin/users/$id',
  validateSearch: userSearch,
  component: page(() => import('#web/features/admin/users/user-page.tsx'), 'AdminUserPage'),
})
const adminClients = createRoute({
  getParentRoute: () => admin,
  path: '/admin/clients',
  validateSearch: clientsSearch,
  component: page(() => import('#web/features/billing/clients-page.tsx'), 'ClientsPage'),
})
const adminClient = createRoute({
  getParentRoute: () => admin,
  path: '/admin/clients/$id',
  component: page(() => import('#web/features/billing/client-page.tsx'), 'ClientPage'),
})
const adminInvoices = createRoute({
  getParentRoute: () => admin,
  path: '/admin/invoices',
  validateSearch: invoicesSearch,
  component: page(() => import('#web/features/billing/invoices-page.tsx'), 'InvoicesPage'),
})
const adminNewInvoice = createRoute({
  getParentRoute: () => admin,
  path: '/admin/invoices/new',
  validateSearch: newInvoiceSearch,
  component: page(() => import('#web/features/billing/draft-pages.tsx'), 'NewDraftPage'),
})
const adminInvoice = createRoute({
  getParentRoute: () => admin,
  path: '/admin/invoices/$id',
  component: page(() => import('#web/features/billing/invoice-page.tsx'), 'InvoicePage'),
})
const adminDraft = createRoute({
  getParentRoute: () => admin,
  path: '/admin/invoices/$id/edit',
  component: page(() => import('#web/features/billing/draft-pages.tsx'), 'EditDraftPage'),
})

/** The pages of staff. */
export const administrationRoutes = [
  adminDashboard,
  adminPrivacy,
  adminQueue,
  adminAudit,
  adminScreening,
  adminJobs,
  adminUser,
  adminClients,
  adminClient,
  adminInvoices,
  adminNewInvoice,
  adminInvoice,
  adminDraft,
] as const

import { createRoute } from '@tanstack/react-router'
import { auditSearch } from '#web/features/audit/audit-search.ts'
import {
  clientsSearch,
  invoicesSearch,
  newInvoiceSearch,
} from '#web/features/invoices/staff/invoices-search.ts'
import { dataRequestsSearch } from '#web/features/privacy/privacy-search.ts'
import { deskSearch } from '#web/features/review/desk/desk-search.ts'
import { decisionsSearch } from '#web/features/review/queue/decisions-search.ts'
import { queueSearch } from '#web/features/review/queue/queue-search.ts'
import { screeningSearch } from '#web/features/screening/screening-search.ts'
import { dashboardSearch } from '#web/pages/dashboard-search.ts'
import { userSearch } from '#web/pages/user-search.ts'
import { admin, page } from './shells.ts'

const adminDashboard = createRoute({
  getParentRoute: () => admin,
  path: '/admin/dashboard',
  validateSearch: dashboardSearch,
  component: page(() => import('#web/pages/dashboard-page.tsx'), 'AdminDashboardPage'),
})
const adminQueue = createRoute({
  getParentRoute: () => admin,
  path: '/admin/queue',
  validateSearch: queueSearch,
  component: page(() => import('#web/features/review/queue/queue-page.tsx'), 'QueuePage'),
})
const adminDecisions = createRoute({
  getParentRoute: () => admin,
  path: '/admin/queue/decisions',
  validateSearch: decisionsSearch,
  component: page(() => import('#web/features/review/queue/decisions-page.tsx'), 'DecisionsPage'),
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
  component: page(() => import('#web/features/operations/jobs-page.tsx'), 'JobsPage'),
})
const adminAudit = createRoute({
  getParentRoute: () => admin,
  path: '/admin/audit',
  validateSearch: auditSearch,
  component: page(() => import('#web/features/audit/audit-page.tsx'), 'AuditPage'),
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
  component: page(() => import('#web/pages/user-page.tsx'), 'AdminUserPage'),
})
const adminDesk = createRoute({
  getParentRoute: () => admin,
  path: '/admin/users/$id/desk',
  validateSearch: deskSearch,
  component: page(() => import('#web/features/review/desk/desk-page.tsx'), 'DeskPage'),
})
const adminClients = createRoute({
  getParentRoute: () => admin,
  path: '/admin/clients',
  validateSearch: clientsSearch,
  component: page(() => import('#web/features/invoices/staff/clients-page.tsx'), 'ClientsPage'),
})
const adminClient = createRoute({
  getParentRoute: () => admin,
  path: '/admin/clients/$id',
  component: page(() => import('#web/features/invoices/staff/client-page.tsx'), 'ClientPage'),
})
const adminInvoices = createRoute({
  getParentRoute: () => admin,
  path: '/admin/invoices',
  validateSearch: invoicesSearch,
  component: page(() => import('#web/features/invoices/staff/invoices-page.tsx'), 'InvoicesPage'),
})
const adminNewInvoice = createRoute({
  getParentRoute: () => admin,
  path: '/admin/invoices/new',
  validateSearch: newInvoiceSearch,
  component: page(() => import('#web/features/invoices/staff/draft-pages.tsx'), 'NewDraftPage'),
})
const adminInvoice = createRoute({
  getParentRoute: () => admin,
  path: '/admin/invoices/$id',
  component: page(() => import('#web/features/invoices/staff/invoice-page.tsx'), 'InvoicePage'),
})
const adminDraft = createRoute({
  getParentRoute: () => admin,
  path: '/admin/invoices/$id/edit',
  component: page(() => import('#web/features/invoices/staff/draft-pages.tsx'), 'EditDraftPage'),
})

/** The pages of staff. */
export const administrationRoutes = [
  adminDashboard,
  adminPrivacy,
  adminQueue,
  adminDecisions,
  adminAudit,
  adminScreening,
  adminJobs,
  adminUser,
  adminDesk,
  adminClients,
  adminClient,
  adminInvoices,
  adminNewInvoice,
  adminInvoice,
  adminDraft,
] as const

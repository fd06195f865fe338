import { createRoute } from '@tanstack/react-router'
import { accountSearch } from '#web/features/account/account-search.ts'
import { marketplaceSearch } from '#web/features/marketplace/marketplace-search.ts'
import { privacyRequestsSearch } from '#web/features/privacy/privacy-search.ts'
import { otherAccountSearch } from '#web/features/sign-in/other-account-search.ts'
import {
  successSearch,
  verificationSearch,
  verificationSuccessSearch,
} from '#web/features/verification/verification-search.ts'
import { requireSignedIn } from '#web/lib/guards.ts'
import { linkSearch } from '#web/lib/search-schema.ts'
import { account, app, page } from './shells.ts'

const success = createRoute({
  getParentRoute: () => app,
  path: '/success',
  validateSearch: successSearch,
  // A visitor who should register sees the page that says so; everyone else signs in first (onboarding §2.9).
  beforeLoad: ({ search, location, preload }) =>
    search.registerRequired === 'true' ? undefined : requireSignedIn({ location, preload }),
  component: page(() => import('#web/features/verification/success-page.tsx'), 'SuccessPage'),
})
const verificationSuccess = createRoute({
  getParentRoute: () => app,
  path: '/verification-success',
  validateSearch: verificationSuccessSearch,
  component: page(
    () => import('#web/features/verification/verification-success-page.tsx'),
    'VerificationSuccessPage',
  ),
})
const verification = createRoute({
  getParentRoute: () => account,
  path: '/verification',
  validateSearch: verificationSearch,
  component: page(() => import('#web/features/verification/verification-page.tsx'), 'VerificationPage'),
})
const confirmDetails = createRoute({
  getParentRoute: () => account,
  path: '/verification/confirm',
  component: page(() => import('#web/features/verification/confirm-page.tsx'), 'ConfirmDetailsPage'),
})
const marketplace = createRoute({
  getParentRoute: () => account,
  path: '/marketplace',
  validateSearch: marketplaceSearch,
  component: page(() => import('#web/features/marketplace/marketplace-page.tsx'), 'MarketplacePage'),
})
const profileDashboard = createRoute({
  getParentRoute: () => account,
  path: '/profile-dashboard',
  component: page(
    () => import('#web/features/account/dashboard/profile-dashboard-page.tsx'),
    'ProfileDashboardPage',
  ),
})
const profile = createRoute({
  getParentRoute: () => account,
  path: '/profile',
  // `invoice` is the one that someone has gone to pay: returning shows the result.
  validateSearch: accountSearch,
  component: page(() => import('#web/features/account/account-page.tsx'), 'AccountPage'),
})
const signedIn = createRoute({
  getParentRoute: () => account,
  path: '/signed-in',
  component: page(() => import('#web/features/sign-in/signed-in-page.tsx'), 'SignedInPage'),
})
const otherAccount = createRoute({
  getParentRoute: () => account,
  path: '/other-account',
  validateSearch: otherAccountSearch,
  component: page(() => import('#web/features/sign-in/other-account-page.tsx'), 'OtherAccountPage'),
})
const profilePrivacy = createRoute({
  getParentRoute: () => account,
  path: '/profile/privacy',
  validateSearch: privacyRequestsSearch,
  component: page(() => import('#web/features/privacy/privacy-page.tsx'), 'PrivacyRequestsPage'),
})
const confirmEmail = createRoute({
  getParentRoute: () => account,
  path: '/confirm-email',
  validateSearch: linkSearch,
  component: page(() => import('#web/features/account/confirm-email-page.tsx'), 'ConfirmEmailPage'),
})
const dataExport = createRoute({
  getParentRoute: () => account,
  path: '/data-export/$id',
  component: page(() => import('#web/features/account/data-export-page.tsx'), 'DataExportPage'),
})
const checkout = createRoute({
  getParentRoute: () => account,
  path: '/checkout/$id',
  component: page(() => import('#web/features/invoices/checkout-page.tsx'), 'CheckoutPage'),
})

/** People's own pages: verification, profile, documents and invoices. */
export const accountRoutes = [
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
] as const
/** Those that visitors may open too. */
export const framedAccountRoutes = [success, verificationSuccess] as const

/** The paths of all pages, as in the web client's router; no other path has a page. */
export const PAGE_PATHS = [
  '/',
  '/admin',
  '/admin-dashboard',
  '/admin/audit',
  '/admin/clients',
  '/admin/clients/$id',
  '/admin/dashboard',
  '/admin/invoices',
  '/admin/invoices/$id',
  '/admin/invoices/$id/edit',
  '/admin/invoices/new',
  '/admin/login',
  '/admin/privacy',
  '/admin/queue',
  '/admin/queue/decisions',
  '/admin/screening',
  '/admin/jobs',
  '/admin/user/$id',
  '/admin/users',
  '/admin/users/$id',
  '/admin/users/$id/desk',
  '/certification/risk-disclosure',
  '/certification/trader',
  '/certification/user-type',
  '/checkout/$id',
  '/confirm-email',
  '/dashboard',
  '/data-export/$id',
  '/debug',
  '/email-collection',
  '/error/{-$status}',
  '/invitation',
  '/invoice/$token',
  '/invoices',
  '/login',
  '/marketplace',
  '/onboarding',
  '/onboarding/business',
  '/onboarding/claim',
  '/onboarding/consumer',
  '/other-account',
  '/signed-in',
  '/p',
  '/privacy',
  '/profile',
  '/profile-dashboard',
  '/profile/privacy',
  '/risk-disclosure',
  '/stop-reminders',
  '/success',
  '/terms',
  '/trader-certification',
  '/unsubscribe',
  '/user-type-selection',
  '/verification',
  '/verification-success',
  '/verification/confirm',
  '/welcome',
] as const

/** The pages that send people who aren't signed in to sign in before they show anything. */
const PERSONAL_PATHS: readonly (typeof PAGE_PATHS)[number][] = [
  '/certification/trader',
  '/certification/user-type',
  '/checkout/$id',
  '/confirm-email',
  '/dashboard',
  '/data-export/$id',
  '/invoices',
  '/marketplace',
  '/onboarding',
  '/onboarding/claim',
  '/other-account',
  '/profile',
  '/profile-dashboard',
  '/profile/privacy',
  '/signed-in',
  '/success',
  '/trader-certification',
  '/user-type-selection',
  '/verification',
  '/verification/confirm',
]
const PERSONAL = PERSONAL_PATHS.map((path) => new RegExp(`^${path.replace('$id', '[^/]+')}/?$`))

/** Whether a page, by its path, can only be opened by someone who is signed in. */
export function isPersonalPage(path: string): boolean {
  return PERSONAL.some((pattern) => pattern.test(path))
}

/** Paths that programs call; none is a page. */
const OF_PROGRAMS = /^\/(api|idp|dev|assets|metrics)([/?]|$)/

/** Whether an address, with or without its query, is a page's rather than a program's, even if no such page exists. */
export function isPageAddress(address: string): boolean {
  return !OF_PROGRAMS.test(address)
}

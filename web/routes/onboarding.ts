import { createRoute } from '@tanstack/react-router'
import { traderSearch } from '#web/features/certifications/trader-search.ts'
import { BUSINESS_QUERIES } from '#web/features/onboarding/business/queries.ts'
import { CONSUMER_QUERIES } from '#web/features/onboarding/consumer/queries.ts'
import { loadJourney } from '#web/features/onboarding/journey/journey-queries.ts'
import {
  claimSearch,
  emailCollectionSearch,
  journeySearch,
} from '#web/features/onboarding/onboarding-search.ts'
import { requireSignedIn, requireUserOrApplicant, requireUserToEnter } from '#web/lib/guards.ts'
import { endpointQuery, queryClient } from '#web/lib/query-client.ts'
import { account, app, onboarding, page } from './shells.ts'

const emailCollection = createRoute({
  getParentRoute: () => app,
  path: '/email-collection',
  validateSearch: emailCollectionSearch,
  // Before the page is shown: a form that turns into another while someone types loses what they typed.
  loader: () => queryClient.prefetchQuery(endpointQuery('GET /api/onboarding/email/code')),
  component: page(
    () => import('#web/features/onboarding/visitor/email-collection-page.tsx'),
    'EmailCollectionPage',
  ),
})
const claim = createRoute({
  getParentRoute: () => account,
  path: '/onboarding/claim',
  validateSearch: claimSearch,
  component: page(() => import('#web/features/onboarding/visitor/claim-page.tsx'), 'ClaimPage'),
})
const accountType = createRoute({
  getParentRoute: () => onboarding,
  path: '/onboarding',
  beforeLoad: requireSignedIn,
  component: page(() => import('#web/features/onboarding/account-type-page.tsx'), 'AccountTypePage'),
})
const consumerPage = page(() => import('#web/features/onboarding/consumer/consumer-page.tsx'), 'ConsumerPage')
const consumer = createRoute({
  getParentRoute: () => onboarding,
  path: '/onboarding/consumer',
  beforeLoad: requireUserOrApplicant,
  validateSearch: journeySearch,
  loader: () => loadJourney(CONSUMER_QUERIES, consumerPage.preload),
  // Its steps are search parameters of one visit: they load nothing again.
  shouldReload: false,
  component: consumerPage,
})
const businessPage = page(() => import('#web/features/onboarding/business/business-page.tsx'), 'BusinessPage')
const business = createRoute({
  getParentRoute: () => onboarding,
  path: '/onboarding/business',
  beforeLoad: requireUserOrApplicant,
  validateSearch: journeySearch,
  loader: () => loadJourney(BUSINESS_QUERIES, businessPage.preload),
  shouldReload: false,
  component: businessPage,
})
const riskDisclosure = createRoute({
  getParentRoute: () => app,
  path: '/risk-disclosure',
  component: page(
    () => import('#web/features/certifications/risk-disclosure-page.tsx'),
    'RiskDisclosurePage',
  ),
})
const userType = createRoute({
  getParentRoute: () => account,
  path: '/certification/user-type',
  component: page(() => import('#web/features/account/user-type-page.tsx'), 'UserTypePage'),
})
const trader = createRoute({
  getParentRoute: () => onboarding,
  path: '/certification/trader',
  beforeLoad: requireUserToEnter,
  validateSearch: traderSearch,
  // The page fetches what this misses; if its chunk is gone after a deployment, the page's own logic reloads.
  loader: () =>
    import('#web/shared/certifications/queries.ts').then(
      (part) => part.loadCertification(),
      () => undefined,
    ),
  // Its steps are search parameters of one visit: they load nothing again.
  shouldReload: false,
  component: page(() => import('#web/features/certifications/trader-page.tsx'), 'TraderPage'),
})

/** Applications, and the certifications that go with them. */
export const onboardingRoutes = [accountType, consumer, business, trader] as const
export const framedOnboardingRoutes = [emailCollection, riskDisclosure] as const
export const ownOnboardingRoutes = [claim, userType] as const

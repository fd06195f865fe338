import { z } from 'zod'
import { DATE_STYLES } from '#contract/date-style.ts'
import { endpoint } from '#contract/endpoint.ts'

export const getLiveness = endpoint({
  method: 'GET',
  path: '/api/health/live',
  access: 'public',
  summary: 'Whether the process is running',
  answer: z.object({ status: z.literal('ok') }),
  errors: [],
})

const DependencyState = z.object({ name: z.string(), state: z.enum(['ok', 'off', 'down', 'full']) })

/**
 * Each dependency by name and state, without addresses or versions (security R65). `degraded` serves, but for the routes
 * that need what is down; `unavailable`, and `draining` before a stop, come as a 503 with the same body.
 */
export const Readiness = z.object({
  status: z.enum(['ok', 'degraded', 'unavailable', 'draining']),
  dependencies: z.array(DependencyState),
})

export const getReadiness = endpoint({
  method: 'GET',
  path: '/api/health/ready',
  access: 'public',
  summary: 'Whether the process can serve, and the state of each dependency',
  answer: Readiness,
  errors: [],
})

/** What the browser needs to know of this deployment before it shows a page. */
export const getSite = endpoint({
  method: 'GET',
  path: '/api/site',
  access: 'public',
  summary: 'The company constants and settings of this deployment',
  answer: z.object({
    company: z.object({
      name: z.string(),
      legalName: z.string(),
      tagline: z.string(),
      version: z.string(),
      year: z.number(),
      supportEmail: z.string(),
      contactEmail: z.string(),
      phone: z.string(),
      address: z.string(),
      forumUrl: z.string(),
      termsUrl: z.string(),
      privacyUrl: z.string(),
      authorisation: z.string(),
      linkedInUrl: z.string(),
      xUrl: z.string(),
      complaintsEmail: z.string(),
      signInProvider: z.string(),
    }),
    /** What `/terms` and `/privacy` embed: the product's own documents, or those of the deployment. */
    legal: z.object({ termsUrl: z.string(), privacyUrl: z.string() }),
    /** What loads with consent to analytics, and the cookies to delete when it is withdrawn; null where nothing ever loads. */
    analytics: z.object({ scriptUrl: z.string(), cookies: z.array(z.string()) }).nullable(),
    /** How days are written. */
    dateStyle: z.enum(DATE_STYLES),
    companyDomains: z.array(z.string()),
    minimumAge: z.number(),
    captchaRequired: z.boolean(),
    /** Whether `/debug` exists here: outside production alone (choices §7). */
    debugAvailable: z.boolean(),
  }),
  errors: [],
})

import { z } from 'zod'
import { DATE_STYLES } from '#contract/date-style.ts'
import { endpoint } from '#contract/endpoint.ts'

/**
 * How sign-in is set up and what the server received, for the debug page; contains no secrets (security A13, R62).
 */
export const getAuthDebug = endpoint({
  method: 'GET',
  path: '/api/auth/debug',
  access: 'public',
  outsideProduction: true,
  summary: 'How sign-in is set up here, and the headers of this request without their secrets',
  answer: z.object({
    environment: z.string(),
    auth0Config: z.object({
      domain: z.string(),
      clientID: z.string(),
      scope: z.string(),
      issuerBaseURL: z.string(),
    }),
    baseURL: z.string(),
    callbackURL: z.string(),
    headers: z.record(z.string(), z.string()),
  }),
  errors: [],
})

/** A proof-of-work challenge for the widget on the review page. */
export const getCaptchaChallenge = endpoint({
  method: 'GET',
  path: '/api/captcha/challenge',
  access: 'public',
  summary: 'A fresh captcha challenge',
  answer: z.looseObject({}),
  errors: ['RATE_LIMITED'],
  limit: { bucket: 'captcha', max: 60, windowSeconds: 60 },
})

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
 * Each dependency by name and state, without addresses or versions (security R65). `degraded` serves all routes
 * that do not need what is down; `unavailable`, and `draining` before a stop, are a 503 with the same body.
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

/** What the browser needs to know about this deployment before it shows a page. */
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
    /** What `/terms` and `/privacy` embed: the product's own documents or the deployment's. */
    legal: z.object({
      termsUrl: z.string(),
      privacyUrl: z.string(),
      /** The legal basis on which a machine compares faces, for the product's own policy; null if none does. */
      faceComparisonBasis: z.string().nullable(),
    }),
    /**
     * What loads with consent to analytics, and the cookies to delete when consent is withdrawn; null if nothing ever
     * loads.
     */
    analytics: z.object({ scriptUrl: z.string(), cookies: z.array(z.string()) }).nullable(),
    /** From where the identity provider's pictures of people are shown. */
    pictureOrigins: z.array(z.string()),
    /** How days are written. */
    dateStyle: z.enum(DATE_STYLES),
    companyDomains: z.array(z.string()),
    minimumAge: z.number(),
    captchaRequired: z.boolean(),
    /** Whether `/debug` exists here: only outside production (security R62). */
    debugAvailable: z.boolean(),
  }),
  errors: [],
})

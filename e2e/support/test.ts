import { test as base } from '@playwright/test'
import { type OpenVisit, type Visit, type VisitOptions, withVisits } from './browser.ts'
import { arrive, arriveNew } from './by-request.ts'
import { newEmail, STAFF } from './people.ts'
import { type Product, startOnPostgres, startProduct } from './server.ts'

export { expect } from '@playwright/test'
export type { VisitOptions } from './browser.ts'

/** The people of a journey: each call opens a new profile, with one page and a session. */
export interface Roles {
  /** Someone who isn’t signed in. */
  visitor: OpenVisit
  /**
   * Someone with a new account and nothing submitted; `email` sets their address if a journey needs a certain
   * one.
   */
  applicant: (options?: VisitOptions & { email?: string }) => Promise<Visit & { email: string }>
  reviewer: OpenVisit
  support: OpenVisit
  finance: OpenVisit
  auditor: OpenVisit
  admin: OpenVisit
  superAdmin: OpenVisit
}

interface Deployed {
  /** As in production unless a file says otherwise: `test.use({ database: 'embedded' })`. */
  database: 'postgres' | 'embedded'
  product: Product
}

/** The journeys' test: with a separate product for each worker, and someone in each role. */
export const test = base.extend<Roles, Deployed>({
  database: ['postgres', { option: true, scope: 'worker' }],
  product: [
    async ({ database }, use) => {
      const product = await (database === 'postgres' ? startOnPostgres() : startProduct())
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 0 },
  ],
  baseURL: ({ product }, use) => use(product.baseUrl),
  visitor: ({ browser, product }, use) => withVisits(browser, product.baseUrl, use),
  applicant: ({ visitor }, use) =>
    use(async ({ email = newEmail(), ...options } = {}) => {
      const visit = await visitor(options)
      await arriveNew(visit.context, email)
      return { ...visit, email }
    }),
  reviewer: ({ visitor }, use) => use(signedIn(visitor, STAFF.reviewer)),
  support: ({ visitor }, use) => use(signedIn(visitor, STAFF.support)),
  finance: ({ visitor }, use) => use(signedIn(visitor, STAFF.finance)),
  auditor: ({ visitor }, use) => use(signedIn(visitor, STAFF.auditor)),
  admin: ({ visitor }, use) => use(signedIn(visitor, STAFF.admin)),
  superAdmin: ({ visitor }, use) => use(signedIn(visitor, STAFF.super_admin)),
})

const signedIn =
  (visitor: OpenVisit, email: string): OpenVisit =>
  async (options) => {
    const visit = await visitor(options)
    await arrive(visit.context, email)
    return visit
  }

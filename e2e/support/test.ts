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

type Deployment = 'postgres' | 'embedded'

interface Deployed {
  /** As in production unless a file says otherwise: `test.use({ database: 'embedded' })`. */
  database: Deployment
  product: Product
}

interface Products {
  /** The worker's product on this database, which the first of its journeys there starts. */
  products: (database: Deployment) => Promise<Product>
}

/** The journeys' test: with a separate product for each worker, and someone in each role. */
export const test = base.extend<Roles & Deployed, Products>({
  database: ['postgres', { option: true }],
  // Both in one worker: one with another option would start its browser, its product and its people again.
  products: [
    async ({ browser: _ }, use) => {
      const started = new Map<Deployment, Promise<Product>>()
      await use((database) => {
        const product =
          started.get(database) ?? (database === 'postgres' ? startOnPostgres() : startProduct())
        started.set(database, product)
        return product
      })
      for (const product of started.values()) await (await product).stop()
    },
    { scope: 'worker', timeout: 0 },
  ],
  product: [async ({ database, products }, use) => use(await products(database)), { timeout: 0 }],
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

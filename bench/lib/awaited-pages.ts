import { addSessions } from './people.ts'
import { query } from './postgres.ts'
import { LOCAL, type ServerProcess, startProduct } from './server-process.ts'

/** The product with its demo people, all of them signed in. */
export interface DemoProduct {
  product: ServerProcess
  origin: string
  idOf(email: string): number
  sessionOf(email: string): string
}

export const REVIEWER = 'reviewer@verdaccord.example'
export const APPLICANT = 'applicant@demo.example'
/** This person's case awaits review. */
export const TRADER = 'trader@demo.example'

/** Starts the product with its demo people on an empty database. */
export async function startDemo(databaseUrl: string): Promise<DemoProduct> {
  const product = await startProduct({
    databaseUrl,
    env: { ...LOCAL, OIDC_ISSUER: '', OIDC_CLIENT_ID: '', DEMO: '1' },
  })
  const people = await query<{ id: string; email: string }>(databaseUrl, 'select id, email from users')
  const ids = people.map(({ id }) => Number(id))
  const tokens = await addSessions(databaseUrl, ids)
  const of = <Value>(values: Value[], email: string): Value => {
    const value = values[people.findIndex((person) => person.email === email)]
    if (value === undefined) throw new Error(`There is no ${email}`)
    return value
  }
  return {
    product,
    origin: `http://localhost:${product.port}`,
    idOf: (email) => of(ids, email),
    sessionOf: (email) => of(tokens, email),
  }
}

/**
 * The pages that people wait for: the first step of onboarding, the home page of a signed-in user, a case at
 * the desk.
 */
export function awaitedPages({ idOf }: DemoProduct) {
  return [
    { name: 'onboarding', path: '/onboarding/consumer?step=1', email: APPLICANT },
    { name: 'home', path: '/', email: TRADER },
    { name: 'desk', path: `/admin/users/${idOf(TRADER)}/desk`, email: REVIEWER },
  ] as const
}

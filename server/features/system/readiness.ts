import type { z } from 'zod'
import type { Readiness } from '#contract/system.ts'
import { isMigrated } from '#server/platform/database/migrate.ts'
import type { Services } from '#server/services.ts'

type Report = z.infer<typeof Readiness>
type State = Report['dependencies'][number]['state']

/** Whether a load balancer may send people here. An identity provider that is down leaves signed-in people working. */
const NOT_VITAL = new Set(['identity', 'malware scan', 'payments'])

/** Asks each dependency at once; gives its name and state, never an address or version (security R65). */
export async function readiness(services: Services): Promise<Report> {
  const { database, files, identity, billing } = services
  const dependencies = await Promise.all([
    ask('database', async () => {
      await database.pool.query('select 1')
      return 'ok'
    }),
    ask('migrations', async () => ((await isMigrated(database)) ? 'ok' : 'down')),
    ask('documents', () => files.state()),
    ask('identity', async () => ((await identity.health()) === 'ok' ? 'ok' : 'down')),
    ask('malware scan', () => files.scannerState()),
    ask('payments', async () => billing.state()),
  ])
  const vital = dependencies.filter(({ name }) => !NOT_VITAL.has(name))
  return { status: vital.every(({ state }) => state === 'ok') ? 'ok' : 'unavailable', dependencies }
}

async function ask(name: string, question: () => Promise<State>): Promise<{ name: string; state: State }> {
  try {
    return { name, state: await question() }
  } catch {
    return { name, state: 'down' }
  }
}

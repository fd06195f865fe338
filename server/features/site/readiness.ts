import type { z } from 'zod'
import type { Readiness } from '#contract/site/system.ts'
import { readerState } from '#server/model/reading/reader-state.ts'
import { databaseState } from '#server/platform/database/database.ts'
import { isMigrated } from '#server/platform/database/migrate.ts'
import type { Services } from '#server/services.ts'

type Report = z.infer<typeof Readiness>
type Dependency = Report['dependencies'][number]
type State = Dependency['state']

/** Each is looked at again so long after its last answer, which also has so long to come. */
const LOOK_EVERY_MS = 3_000
const LOOK_LIMIT_MS = 7_000
/** What the first report waits for, where nothing has been looked at before. */
const FIRST_LOOK_MS = 700

/** What this process knows of what it depends on. */
export interface DependencyWatch {
  /** Starts looking; `report` does so by itself. */
  start(): void
  /** What is known, within a second, whatever hangs. Names and states, never an address or version (security R65). */
  report(): Promise<Report>
  /** The same dependencies as they were last seen, without a wait; none before the first look. */
  seen(): Dependency[]
  /** From now on the process says that it is about to stop. */
  drain(): void
  stop(): void
}

/** Watches in the background, so that neither a slow dependency nor many who ask hold up the answer. */
export function watchDependencies(services: Services): DependencyWatch {
  const { config, database, files, identity, invoicing } = services
  const looks: Record<string, () => Promise<State>> = {
    database: () => databaseState(database),
    migrations: async () => ((await isMigrated(database)) ? 'ok' : 'down'),
    documents: () => files.state(),
    identity: async () => ((await identity.health()) === 'ok' ? 'ok' : 'down'),
    'malware scan': () => files.scannerState(),
    'document reading': async () => (config.readsDocuments ? readerState() : 'off'),
    payments: async () => invoicing.state(),
  }
  const states = new Map<string, State>()
  const timers = new Set<NodeJS.Timeout>()
  let first: Promise<unknown> | undefined
  let isDraining = false
  let isStopped = false

  const later = (ms: number, act: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      act()
    }, ms)
    timer.unref()
    timers.add(timer)
    return () => {
      clearTimeout(timer)
      timers.delete(timer)
    }
  }

  async function watchDependencies(name: string, look: () => Promise<State>): Promise<void> {
    const inTime = later(LOOK_LIMIT_MS, () => states.set(name, 'down'))
    states.set(name, await look().catch(() => 'down' as const))
    inTime()
    if (!isStopped) later(LOOK_EVERY_MS, () => void watchDependencies(name, look))
  }

  const start = () => {
    if (!isStopped)
      first ??= Promise.all(Object.entries(looks).map(([name, look]) => watchDependencies(name, look)))
  }

  return {
    start,
    async report() {
      start()
      await Promise.race([first, new Promise<void>((resolve) => later(FIRST_LOOK_MS, resolve))])
      const dependencies = Object.keys(looks).map((name) => ({ name, state: states.get(name) ?? 'down' }))
      return { status: isDraining ? 'draining' : statusOf(dependencies), dependencies }
    },
    seen: () => [...states].map(([name, state]) => ({ name, state })),
    drain() {
      isDraining = true
    },
    stop() {
      isStopped = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

/**
 * Whether a load balancer may send people here. Without its database, or with no room to write, a process serves no one;
 * of anything else that is away only the routes that need it suffer, and they do on every replica alike.
 */
function statusOf(dependencies: Dependency[]): Report['status'] {
  const isVital = ({ name, state }: Dependency) =>
    state === 'full' || name === 'database' || name === 'migrations'
  const failing = dependencies.filter(({ state }) => state === 'down' || state === 'full')
  if (failing.some(isVital)) return 'unavailable'
  return failing.length > 0 ? 'degraded' : 'ok'
}

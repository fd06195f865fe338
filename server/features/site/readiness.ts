import type { z } from 'zod'
import type { Readiness } from '#contract/site/system.ts'
import { readerState } from '#server/model/reading/reader-state.ts'
import { databaseState } from '#server/platform/database/database.ts'
import { isMigrated } from '#server/platform/database/migrate.ts'
import type { Services } from '#server/services.ts'

type Report = z.infer<typeof Readiness>
type Dependency = Report['dependencies'][number]
type State = Dependency['state']

/** The pause between checks of a dependency, and the time that each may take. */
const LOOK_EVERY_MS = 3_000
const LOOK_LIMIT_MS = 7_000
/** How long the first report waits if nothing has been checked yet. */
const FIRST_LOOK_MS = 700

/** What this process knows about its dependencies. */
export interface DependencyWatch {
  /** Starts checking; `report` does so by itself. */
  start(): void
  /**
   * The current state within a second, whatever hangs. Names and states, never an address or version (security
   * R65).
   */
  report(): Promise<Report>
  /** The dependencies' last known states, without waiting; empty before the first check. */
  seen(): Dependency[]
  /** From now on the process reports that it is about to stop. */
  drain(): void
  /** From now on the process reports that a key of what is stored is missing. */
  reportMissingKeys(): void
  stop(): void
}

/** Checks in the background, so that neither a slow dependency nor many callers delay the answer. */
export function watchDependencies(services: Services): DependencyWatch {
  const { config, database, files, identity, invoicing, log } = services
  const looks: Record<string, () => Promise<State>> = {
    database: () => databaseState(database),
    migrations: async () => ((await isMigrated(database)) ? 'ok' : 'down'),
    documents: () => files.state(),
    'document keys': async () => (areKeysMissing ? 'down' : 'ok'),
    identity: async () => ((await identity.health()) === 'ok' ? 'ok' : 'down'),
    'malware scan': () => files.scannerState(),
    'document reading': async () => (config.readsDocuments ? readerState() : 'off'),
    payments: async () => invoicing.state(),
  }
  const states = new Map<string, State>()
  const timers = new Set<NodeJS.Timeout>()
  let first: Promise<unknown> | undefined
  let isDraining = false
  let areKeysMissing = false
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

  /** Stores a state, and logs when a dependency goes and when it is back. */
  const learn = (name: string, state: State) => {
    const failed = isFailing(states.get(name) ?? 'ok')
    states.set(name, state)
    if (failed === isFailing(state)) return
    log.warn({ dependency: name, state }, failed ? 'A dependency is back' : 'A dependency is down')
  }

  async function watchDependencies(name: string, look: () => Promise<State>): Promise<void> {
    const inTime = later(LOOK_LIMIT_MS, () => learn(name, 'down'))
    learn(name, await look().catch(() => 'down' as const))
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
    reportMissingKeys() {
      areKeysMissing = true
    },
    stop() {
      isStopped = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

/** Without a key that others have, this process alone fails where they don't. */
const VITAL: ReadonlySet<string> = new Set(['database', 'migrations', 'document keys'])

/**
 * Whether a load balancer may send people here. Without its database, or room to write, a process can serve no
 * one; any other missing dependency only affects the routes that need it, and those equally on every replica.
 */
function statusOf(dependencies: Dependency[]): Report['status'] {
  const isVital = ({ name, state }: Dependency) => state === 'full' || VITAL.has(name)
  const failing = dependencies.filter(({ state }) => isFailing(state))
  if (failing.some(isVital)) return 'unavailable'
  return failing.length > 0 ? 'degraded' : 'ok'
}

function isFailing(state: State): boolean {
  return state === 'down' || state === 'full'
}

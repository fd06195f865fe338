import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { StandingWork } from './jobs.ts'

/** Work that runs until it is told to end. */
interface Running {
  /** Tells it to end, and waits until it has, up to the limit. */
  end(limitMs: number): Promise<void>
}

/** Starts each; what one throws is logged, and it is not started again before the queues are. */
export function startStanding(
  all: readonly { name: string; work: StandingWork }[],
  { log, now }: { log: FastifyBaseLogger; now: () => Date },
): Running {
  const stop = new AbortController()
  const done = all.map(async ({ name, work }) => {
    const workLog = log.child({ job: name })
    try {
      await work({ log: workLog, now, signal: stop.signal })
    } catch (error) {
      workLog.error({ err: error }, 'Standing work ended by a failure')
    }
  })
  return {
    async end(limitMs) {
      stop.abort()
      await Promise.race([Promise.all(done), delay(limitMs, undefined, { ref: false })])
    },
  }
}

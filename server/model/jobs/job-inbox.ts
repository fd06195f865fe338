import { type JobProgress, RunStopped } from '#server/platform/jobs/in-batches.ts'
import { failureOf, type JobNews, type JobOrder } from './job-process.ts'

/**
 * Does the job that `runInProcess` has started this process for. It ends with the server, whatever it is at: what
 * isn't committed then is undone, and the run is taken over.
 */
export function workOnJob<Given extends object>(
  log: JobProgress['log'],
  work: (given: Given, progress: JobProgress) => Promise<void>,
): void {
  const stopping = new AbortController()
  let answered: ((order: JobOrder) => void) | undefined
  const tell = (news: JobNews) => void process.send?.(news)

  const progress: JobProgress = {
    log,
    signal: stopping.signal,
    // A job that resumes at a stored place isn't run like this yet.
    placeOf: () => undefined,
    async reached(step, place, counts) {
      const answer = new Promise<JobOrder>((resolve) => {
        answered = resolve
      })
      tell({ kind: 'reached', step, place, counts })
      if ((await answer) === 'refused') throw new RunStopped('The server has ended the run')
    },
    failed: (error) => tell({ kind: 'failed', failure: failureOf(error) }),
  }

  process.on('message', (message: Given | JobOrder) => {
    if (typeof message === 'object')
      return void work(message, progress).then(
        () => tell({ kind: 'ended' }),
        (error: unknown) => {
          if (!(error instanceof RunStopped)) log.error({ err: error }, 'A job failed in its process')
          tell({ kind: 'ended', failure: failureOf(error) })
        },
      )
    if (message === 'stop') stopping.abort()
    else answered?.(message)
  })
  process.on('disconnect', () => process.exit())
  // A stop may be signalled to all processes of the server, which tells this one what to do.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
}

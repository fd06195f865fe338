import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { AlteredValueError, type FieldPlace } from '#server/platform/fields/field-cipher.ts'
import type { Counts, JobProgress } from '#server/platform/jobs/in-batches.ts'
import { plainReason } from './job-runs.ts'

/** What a job's process says to the server. */
export type JobNews =
  /** The server answers with `stored`, or with `refused`, which ends the run. */
  | { kind: 'reached'; step: string; place: string; counts: Counts }
  | { kind: 'failed'; failure: Failure }
  /** The last message. */
  | { kind: 'ended'; failure?: Failure }

/** What the server says to a job's process, after what the job is given. */
export type JobOrder = 'stored' | 'refused' | 'stop'

/** An error on its way to the server. */
export interface Failure {
  reason: string
  /** The place of a value that was altered. */
  altered?: FieldPlace
}

/** An error as it crosses from one process to another: in words that have no value of a query. */
export function failureOf(error: unknown): Failure {
  return { reason: plainReason(error), ...(error instanceof AlteredValueError && { altered: error.place }) }
}

function errorOf({ reason, altered }: Failure): Error {
  return altered ? new AlteredValueError(altered) : new Error(reason)
}

/**
 * Runs a job in a process of its own, whose program calls `workOnJob`, with the environment of this one and what it
 * is `given`. Its progress is stored here, as if it ran here. When the run is to stop, the process is told, and ends
 * with what it is at. Throws what ended the job, or that its process ended by itself.
 */
export async function runInProcess(program: URL, given: object, progress: JobProgress): Promise<void> {
  const child = fork(fileURLToPath(program), { serialization: 'advanced' })
  const tell = (message: object | JobOrder) => {
    if (child.connected) child.send(message)
  }
  const stop = () => tell('stop')
  progress.signal?.addEventListener('abort', stop)
  try {
    tell(given)
    if (progress.signal?.aborted) stop()
    await endOf(child, progress, tell)
  } finally {
    progress.signal?.removeEventListener('abort', stop)
    // The process ends with its channel.
    if (child.connected) child.disconnect()
  }
}

/** Resolves when the job has ended; throws why it ended early. */
function endOf(child: ChildProcess, progress: JobProgress, tell: (order: JobOrder) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let refusal: { error: unknown } | undefined
    child.on('message', (news: JobNews) => {
      if (news.kind === 'failed') return progress.failed(errorOf(news.failure))
      if (news.kind === 'ended') {
        if (refusal) return reject(refusal.error)
        return news.failure ? reject(errorOf(news.failure)) : resolve()
      }
      progress.reached(news.step, news.place, news.counts).then(
        () => tell('stored'),
        (error: unknown) => {
          refusal = { error }
          tell('refused')
        },
      )
    })
    child.on('error', reject)
    child.once('exit', (code, signal) =>
      reject(refusal?.error ?? new Error(`The process of the job ended with ${code ?? signal}`)),
    )
  })
}

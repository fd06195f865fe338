import type { FastifyBaseLogger } from 'fastify'

export type Counts = Record<string, number>

/** How far a run has got, kept so that the next one can take over from it. */
export interface JobProgress {
  log: Pick<FastifyBaseLogger, 'error'>
  /** Aborted when the process stops, or when the queue has given the job to another one. */
  signal?: AbortSignal
  /** The key up to which an interrupted run had worked in this step; undefined where it begins from the start. */
  placeOf(step: string): string | undefined
  /** Keeps that a step has got to this key, or to its end. Throws RunStopped where the job was paused or taken away. */
  reached(step: string, place: string | 'end', counts: Counts): Promise<void>
  /** Notes one that could not be processed; the run counts as failed then. */
  failed(error: unknown): void
}

/** The run may not carry on: its job was paused, its process stops, or another one has taken over. */
export class RunStopped extends Error {
  override name = 'RunStopped'
}

/** The progress of work that a command or a test does by itself; nothing of it is kept. */
export function unattended(log: JobProgress['log']): JobProgress {
  return { log, placeOf: () => undefined, reached: async () => {}, failed: () => {} }
}

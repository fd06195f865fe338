import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/platform/database/database.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { MailTransport } from '#server/platform/mail/mail-transport.ts'

/** One run of a job: which try it is, and the trace of who queued it, where something has queued it. */
export interface TracedJob {
  name: string
  attempt: number
  queuedIn?: { traceparent: string | undefined }
}

/**
 * Traces of what a request or a job causes, one wrapper for each place that they pass. The bundle leaves nothing that could
 * be instrumented from outside, so it is done here by hand; where tracing is off, none of this is loaded or called.
 */
export interface Tracing {
  /** Makes a span of each request, as part of the trace that its `traceparent` names. Before any other hook. */
  requests(server: FastifyInstance): void
  /** Makes spans of statements: their text, never their values. */
  database(database: Database): void
  /** Makes a span of one run of a job, in the trace of who queued it. Throws what the work throws. */
  job<T>(run: TracedJob, work: () => Promise<T>): Promise<T>
  /** Makes spans of calls of a bucket. */
  store(store: FileStore): FileStore
  /** The trace that runs, as its name travels; undefined where nothing does. */
  traceparent(): string | undefined
  /** Makes a span of work that an earlier trace has caused, if it is known. Throws what the work throws. */
  following<T>(name: string, traceparent: string | null, work: () => Promise<T>): Promise<T>
  /** Makes a span of handing over a mail. */
  mail(transport: MailTransport): MailTransport
  /** What a line of the log says of the trace that it is written in. */
  logFields(logger: object): object
  /** Sends what is left, within two seconds. */
  close(): Promise<void>
}
